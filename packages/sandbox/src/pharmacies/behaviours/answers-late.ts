// Owns the network that accepts first and cannot deliver after all: Status 000, then an asynchronous Error 600/4000.
import type { Behaviour } from './behaviour.ts';

export const answersLate: Behaviour = {
  name: 'answers-late',
  react: (arrival, pace) =>
    arrival.kind === 'CancelRx'
      ? { does: 'accepts', code: '000' }
      : {
          does: 'accepts',
          code: '000',
          later: {
            afterMs: pace.lateAnswerMs,
            kind: 'Error',
            code: '600',
            descriptionCode: '4000',
            description: 'The pharmacy could not be reached; the message was not delivered.',
          },
        },
};
