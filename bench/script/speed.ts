// Measures reading and building a 5 kB NewRx against the general XML libraries, in turns, so that a busy machine is fair to all.

import { build, read } from '@pestle/script';
import { longNewRx } from '@pestle/testbed/messages/script-messages';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { Builder, parseString } from 'xml2js';
import { convert, create } from 'xmlbuilder2';

export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
  /** Microseconds of processor time for one operation: the best of all rounds. */
  us: number;
}

const xml = build(longNewRx).text;
const bytes = new TextEncoder().encode(xml);

/** Readers, ours first, the limit last. */
export function readers(): Contender[] {
  const fast = new XMLParser({ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false });
  return contenders({
    '@pestle/script read (typed, checked for structure)': () => read(bytes),
    'fast-xml-parser': () => fast.parse(xml) as unknown,
    xmlbuilder2: () => convert(xml, { format: 'object' }),
    xml2js: () => parseString(xml, { async: false }, () => undefined),
    'limit: bare saxes': () => new SaxesParser({ xmlns: false }).write(xml).close(),
  });
}

/** Builders, ours first, the limit last. Each gets the tree in the form it likes best, made beforehand. */
export function builders(): Contender[] {
  const tree = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
  }).parse(xml) as Record<string, unknown>;
  const fast = new XMLBuilder({ ignoreAttributes: false });
  const object = convert(xml, { format: 'object' }) as Record<string, unknown>;
  let js: unknown;
  parseString(xml, { async: false }, (_error, result) => {
    js = result;
  });
  const xml2js = new Builder({ renderOpts: { pretty: false } });
  return contenders({
    '@pestle/script build (checked field by field)': () => build(longNewRx),
    'fast-xml-parser': () => fast.build(tree),
    xmlbuilder2: () => create(object).end(),
    xml2js: () => xml2js.buildObject(js),
    'limit: a bare string': () => bareString(),
  });
}

const contenders = (runs: Readonly<Record<string, () => unknown>>): Contender[] =>
  Object.entries(runs).map(([name, run]) => ({ name, run, us: Number.POSITIVE_INFINITY }));

/** The same bytes by string concatenation with escaping and nothing else. */
const pieces = xml.split(/(?<=>)|(?=<)/);
function bareString(): string {
  let text = '';
  for (const piece of pieces) text += piece.startsWith('<') ? piece : piece.replace(/[&<>"']/g, '&amp;');
  return text;
}

/** Times all contenders in turns, by the processor's time and not the clock's; each keeps its best round. */
export function measure(list: readonly Contender[], rounds: number, roundMs: number): void {
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of list) {
      const ends = performance.now() + roundMs;
      const started = process.cpuUsage();
      let operations = 0;
      while (performance.now() < ends) {
        for (let index = 0; index < 20; index += 1) contender.run();
        operations += 20;
      }
      const { user, system } = process.cpuUsage(started);
      contender.us = Math.min(contender.us, (user + system) / operations);
    }
  }
}

export const documentBytes = bytes.length;
