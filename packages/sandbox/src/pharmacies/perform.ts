// Owns how a decision becomes bytes on a connection: answers, pauses, connections that are held open, and ones that are dropped.
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { HELD_REQUESTS_MAX, HOLD_MS_MAX } from '../limits.ts';
import type { Decision } from './decide.ts';

/** A body with its type. */
export type Rendered = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

/** An answer that carries a body of the pharmacy's own form. */
export type SpokenAnswer = Exclude<Decision['answer'], { is: 'http' } | { is: 'nothing' }>;

/** Performs decisions; `close` ends what is still held open or waiting. */
export interface Performer {
  readonly perform: (
    reply: FastifyReply,
    decision: Decision,
    render: (answer: SpokenAnswer) => Rendered,
  ) => Promise<unknown>;
  readonly close: () => void;
}

/** A performer with its own set of held connections. */
export function createPerformer(): Performer {
  const held = new Set<Socket>();
  const waiting = new Set<() => void>();
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      waiting.add(end);
    });
  const hold = (socket: Socket): void => {
    if (held.size >= HELD_REQUESTS_MAX) {
      socket.destroy();
      return;
    }
    held.add(socket);
    const timer = setTimeout(() => socket.destroy(), HOLD_MS_MAX);
    socket.once('close', () => {
      clearTimeout(timer);
      held.delete(socket);
    });
  };
  return {
    async perform(reply, decision, render) {
      if (decision.waitsMs > 0) await pause(decision.waitsMs);
      const { answer } = decision;
      if (answer.is === 'nothing') {
        reply.hijack();
        const socket = reply.raw.socket;
        if (socket === null) return reply;
        if (answer.connection === 'held') hold(socket);
        else socket.resetAndDestroy();
        return reply;
      }
      if (answer.is === 'http') {
        return reply
          .code(answer.status)
          .headers({ ...answer.headers })
          .type(answer.contentType)
          .send(answer.body);
      }
      const { status, contentType, body } = render(answer);
      return reply.code(status).type(contentType).send(body);
    },
    close() {
      for (const end of waiting) end();
      for (const socket of held) socket.destroy();
    },
  };
}
