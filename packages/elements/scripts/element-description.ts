// What is known of an element, in the words of its code: a part of the custom elements manifest (schema 1.0.0).

/** Something with a name, as the comments in the code have it. */
export interface Described {
  readonly name: string;
  readonly description?: string;
}

/** A property or a method. */
export interface Member extends Described {
  readonly kind: 'field' | 'method';
  readonly privacy?: string;
  readonly static?: boolean;
  readonly type?: { readonly text: string };
  /** Of methods. */
  readonly parameters?: readonly {
    readonly name: string;
    readonly optional?: boolean;
    readonly type?: { readonly text: string };
  }[];
  readonly return?: { readonly type?: { readonly text: string } };
  readonly attribute?: string;
  readonly inheritedFrom?: object;
}

/** A class as the analyzer finds it. */
export interface ClassDescription extends Described {
  readonly kind: string;
  readonly members?: readonly Member[];
  readonly events?: ReadonlyArray<Described & { readonly type: { readonly text: string } }>;
  readonly slots?: readonly Described[];
  readonly cssParts?: readonly Described[];
  readonly cssProperties?: ReadonlyArray<Described & { readonly default?: string }>;
  readonly attributes?: ReadonlyArray<Described & { readonly type?: { readonly text: string } }>;
}

/** A custom property, with what it is where a page does not set it. */
export interface CssProperty extends Required<Described> {
  readonly default: string;
}

/** A public element: all that a page may use of it, with words. */
export interface ElementDescription extends ClassDescription {
  readonly tagName: string;
  readonly customElement: true;
  readonly attributes: ReadonlyArray<
    Required<Described> & { readonly fieldName: string; readonly type: { readonly text: string } }
  >;
  readonly cssParts: ReadonlyArray<Required<Described>>;
  readonly cssProperties: readonly CssProperty[];
}

export interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly [{ readonly declarations: readonly ElementDescription[] } & object];
}
