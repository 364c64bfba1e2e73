// A scripted pharmacy: it takes messages or fails in one of the ways that networks and receivers fail, by chance, and keeps a log of its own.
import { createHash } from 'node:crypto';
import type { ArrivalEvidence } from '@pestle/cli/check/evidence';
import type { PlantedFault } from '../planted.ts';
import type { Chance } from '../time/chance.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { PharmacySetup } from './network.ts';
import { type Host, httpAnswer, type WireRequest } from './wire.ts';
import { type ReadMessage, readMessage, type Said, script } from './words.ts';

/** A line of the log; what was answered is put down when it is sent. */
export type LogLine = { -readonly [Key in keyof ArrivalEvidence]: ArrivalEvidence[Key] };

/** How a pharmacy is disposed for a while. */
type Mood = 'well' | 'slow' | 'failing' | 'flapping' | 'silent' | 'black-hole' | 'refusing';

type Reaction =
  | 'answers'
  | 'answers-late'
  | 'says-before-answering'
  | 'takes-and-says-nothing'
  | 'says-nothing'
  | 'cuts-before'
  | 'takes-and-cuts'
  | 'takes-and-half-answers'
  | 'busy'
  | 'fails'
  | 'takes-and-fails'
  | 'rejects'
  | 'asks-to-retry'
  | 'garbage'
  | 'takes-and-takes-back';

const WELL: Readonly<Record<Reaction, number>> = {
  answers: 86,
  'answers-late': 2,
  'says-before-answering': 2,
  'takes-and-says-nothing': 1,
  'says-nothing': 1,
  'cuts-before': 1,
  'takes-and-cuts': 1.5,
  'takes-and-half-answers': 0.5,
  busy: 1,
  fails: 0.5,
  'takes-and-fails': 0.5,
  rejects: 1,
  'asks-to-retry': 0.5,
  garbage: 0.5,
  'takes-and-takes-back': 1,
};
const NONE = Object.fromEntries(Object.keys(WELL).map((way) => [way, 0])) as Record<Reaction, number>;
const OF_MOOD: Readonly<
  Record<Exclude<Mood, 'black-hole' | 'refusing'>, Readonly<Record<Reaction, number>>>
> = {
  well: WELL,
  slow: { ...WELL, 'answers-late': 60 },
  failing: { ...NONE, busy: 3, fails: 3, 'takes-and-fails': 1, 'cuts-before': 2, answers: 1 },
  flapping: {
    ...NONE,
    answers: 5,
    'cuts-before': 2,
    'takes-and-cuts': 2,
    fails: 1,
    'takes-and-says-nothing': 1,
  },
  silent: { ...NONE, 'says-nothing': 1, 'takes-and-says-nothing': 1 },
};
const MOODS: Readonly<Record<Mood, number>> = {
  well: 50,
  slow: 10,
  failing: 10,
  flapping: 10,
  silent: 5,
  'black-hole': 7,
  refusing: 8,
};
const MOOD_LASTS_MS = 20_000;
const ANSWER_MS = 40;

export interface PharmacyOptions {
  readonly setup: PharmacySetup;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly log: LogLine[];
  /** Called when it holds a prescription that it did not hold before, and when it lost it again by its own Error. */
  readonly onTaken: (message: ReadMessage, pharmacy: Pharmacy) => void;
  /** Called when a request has come. */
  readonly onOpened: (request: WireRequest, pharmacy: Pharmacy) => void;
  /** Sends a SCRIPT message by itself. */
  readonly sends: (pharmacy: Pharmacy, contentType: string, body: string) => void;
  readonly planted: readonly PlantedFault[];
}

export class Pharmacy implements Host {
  readonly setup: PharmacySetup;
  readonly #options: PharmacyOptions;
  readonly #held = new Map<string, 'taken' | 'canceled'>();
  #mood: Mood = 'well';
  #isCalm = false;
  #messages = 0;
  /** Requests that it has and that their sender waits for. */
  readonly open = new Set<WireRequest>();

  constructor(options: PharmacyOptions) {
    this.setup = options.setup;
    this.#options = options;
    this.#changeMood();
  }

  /** From now on everything goes well. */
  calm(): void {
    this.#isCalm = true;
    this.#mood = 'well';
  }

  reached(): 'connects' | 'refuses' | 'never' {
    if (this.#mood === 'black-hole') return 'never';
    return this.#mood === 'refusing' ? 'refuses' : 'connects';
  }

  received(request: WireRequest): void {
    const { time, log } = this.#options;
    const message = readMessage(this.setup.speaks, request.path, request.body);
    const line: LogLine = {
      sequence: log.length + 1,
      at: time.text(),
      pharmacyId: this.setup.id,
      channel: this.setup.speaks === 'api' ? 'api' : 'script',
      kind: message.kind,
      messageId: message.messageId,
      prescriberOrderNumber: message.prescriberOrderNumber,
      ...(message.relatesToMessageId === null ? {} : { relatesToMessageId: message.relatesToMessageId }),
      bytesSha256: createHash('sha256').update(request.body).digest('hex'),
      accepted: false,
      answered: 'none',
      acknowledged: false,
    };
    log.push(line);
    this.open.add(request);
    this.#options.onOpened(request, this);
    this.#react(request, message, line);
  }

  /** A message of its own about one of ours. */
  say(about: string, said: Said): void {
    const { contentType, body } = this.#script(about, said);
    this.#options.sends(this, contentType, body);
  }

  #changeMood(): void {
    const { time, chance } = this.#options;
    if (this.#isCalm) return;
    this.#mood = chance.happens(0.6) ? 'well' : chance.weighed(MOODS);
    time.after(chance.wait(MOOD_LASTS_MS), () => this.#changeMood());
  }

  #react(request: WireRequest, message: ReadMessage, line: LogLine): void {
    const { chance, time, planted } = this.#options;
    const mood = this.#mood === 'black-hole' || this.#mood === 'refusing' ? 'silent' : this.#mood;
    const way = this.#isCalm ? 'answers' : chance.weighed(OF_MOOD[mood]);
    line.behaviour = way;
    const isCancel = message.kind === 'CancelRx' || message.kind === 'api-cancel';
    const known = this.#held.has(message.messageId ?? '') && !planted.includes('pharmacies-forget');
    const takes = way.startsWith('takes') || way.startsWith('answers') || way === 'says-before-answering';
    if (takes && !known) {
      line.accepted = true;
      this.#held.set(message.messageId ?? '', 'taken');
      if (isCancel) this.#held.set(message.relatesToMessageId ?? '', 'canceled');
      else this.#options.onTaken(message, this);
    }
    const afterMs =
      way === 'answers-late' ? chance.between(0.3, 1.6) * this.setup.timeoutMs : chance.wait(ANSWER_MS);
    time.after(afterMs, () => this.#respond(way, { request, message, line, known, isCancel }));
  }

  #respond(way: Reaction, arrived: Arrived): void {
    const { request, message, line } = arrived;
    const { chance, time, planted } = this.#options;
    const ends = (answered: string): void => {
      line.answered = answered;
      this.open.delete(request);
    };
    const positively = (): void => {
      const bytes = this.#positive(arrived);
      ends(bytes.answered);
      if (!request.isOpen()) return;
      line.acknowledged = true;
      if (planted.includes('answers-are-lost') && message.kind === 'NewRx') request.cut();
      else request.answer(bytes.http);
    };
    switch (way) {
      case 'answers':
      case 'answers-late':
      case 'says-before-answering':
        return positively();
      case 'takes-and-takes-back':
        positively();
        if (line.acknowledged && this.setup.speaks !== 'api' && line.accepted && !arrived.isCancel)
          time.after(chance.wait(4_000), () =>
            this.say(message.messageId ?? '', { says: 'error', code: '900', detail: '2000' }),
          );
        return;
      case 'takes-and-says-nothing':
      case 'says-nothing':
        // The sender gives up; then the connection is gone.
        time.after(2 * this.setup.timeoutMs, () => ends('none'));
        return;
      case 'cuts-before':
      case 'takes-and-cuts':
        ends('dropped');
        return request.cut();
      case 'takes-and-half-answers': {
        ends('dropped');
        const { http } = this.#positive(arrived);
        return request.cut(http.slice(0, Math.floor(http.length / 2)));
      }
      case 'busy':
        ends('http-503');
        return request.answer(httpAnswer(503, 'text/plain', 'busy', 'retry-after: 1\r\n'));
      case 'fails':
      case 'takes-and-fails':
        ends('http-500');
        return request.answer(httpAnswer(500, 'text/html', '<html>failed</html>'));
      case 'rejects':
        ends('error-900');
        return request.answer(this.#negative(message, { says: 'error', code: '900', detail: '2000' }, 422));
      case 'asks-to-retry':
        ends('error-600');
        return request.answer(this.#negative(message, { says: 'error', code: '600' }, 429));
      case 'garbage':
        ends('http-200');
        return request.answer(httpAnswer(200, 'text/html', '<html>Welcome</html>'));
      default:
        return way satisfies never;
    }
  }

  #positive({ message, known, isCancel }: Arrived): { readonly http: string; readonly answered: string } {
    const { chance } = this.#options;
    const approved = !isCancel || chance.happens(0.8);
    if (this.setup.speaks === 'api') {
      const [status, body] = known
        ? [409, { problem: 'ALREADY_HERE' }]
        : isCancel
          ? [202, { result: approved ? 'CANCELLED' : 'TOO_LATE' }]
          : [201, { result: 'QUEUED' }];
      return {
        http: httpAnswer(status, 'application/json', JSON.stringify(body)),
        answered: `http-${status}`,
      };
    }
    const about = message.messageId ?? '';
    const later = isCancel && chance.happens(0.4);
    if (later)
      this.#options.time.after(chance.wait(5_000), () => this.say(about, { says: 'cancel', approved }));
    // What it holds already it calls a duplicate, or answers as it did before.
    const said: Said =
      known && chance.happens(0.5)
        ? { says: 'error', code: '900', detail: '220' }
        : isCancel && !later
          ? { says: 'cancel', approved }
          : { says: 'status', code: chance.oneOf(['000', '010']) };
    const { contentType, body } = this.#script(about, said);
    return { http: httpAnswer(200, contentType, body), answered: said.says };
  }

  #negative(message: ReadMessage, said: Said, status: number): string {
    if (this.setup.speaks === 'api') return httpAnswer(status, 'application/json', '{"problem":"NO"}');
    const { contentType, body } = this.#script(message.messageId ?? '', said);
    return httpAnswer(200, contentType, body);
  }

  #script(about: string, said: Said): { readonly contentType: string; readonly body: string } {
    this.#messages += 1;
    const messageId = `P${this.setup.port}x${this.#messages}`;
    const at = this.#options.time.text();
    return script(this.setup.speaks === 'json' ? 'json' : 'xml', { messageId, about, at }, said);
  }
}

interface Arrived {
  readonly request: WireRequest;
  readonly message: ReadMessage;
  readonly line: LogLine;
  readonly known: boolean;
  readonly isCancel: boolean;
}
