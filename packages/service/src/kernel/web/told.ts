// Which requests have no line of their own in the log, because their room tells of many of them at a time.
import type { IncomingMessage } from 'node:http';

const told = new WeakSet<IncomingMessage>();

/** Whoever calls this tells operators of the request: how many there were, whose, and how they were answered. Figures count it as every other. */
export function leaveToWhoTells(request: IncomingMessage): void {
  told.add(request);
}

export function isLeftToWhoTells(request: IncomingMessage): boolean {
  return told.has(request);
}
