// The agreement between a shell and the body that it loads on demand.
import type { Session } from '@pestle/client';

/**
 * What a page has set, by attribute name: text from an attribute, or whatever was given to the property twin. Of both, the
 * one set last counts. What is not set is not there.
 */
export type RawAttributes = Readonly<Partial<Record<string, unknown>>>;

/**
 * A body is an element under a private tag in its shell's shadow root. Its module exports `createBody(): ShellBody`. The
 * session comes through a method and must be kept in a private field: a page's script that reaches into the shadow root
 * must not find it (W4). Methods of the public element (`submit`, `addDraft`, `reset`) are called on the body by name.
 */
export interface ShellBody extends HTMLElement {
  /** Once, before the body is connected: the public element, on which events are fired. */
  attach(owner: HTMLElement): void;
  /** Before the body is connected and after every change, with everything that is set. */
  receive(raw: RawAttributes): void;
  /**
   * The nearest client's session; null when the element has left it. Another object when the element has moved into
   * another client, or the client was configured anew: then everything of the former session must go.
   */
  connect(session: Session | null): void;
}

/** What the module of a body exports. */
export interface BodyModule {
  readonly createBody: () => ShellBody;
}
