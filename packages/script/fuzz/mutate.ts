// Makes broken SCRIPT documents out of whole ones: deterministic for a seed, so that every finding can be repeated.

/** A small seeded generator (mulberry32): numbers from 0 up to, not including, 1. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What tends to break parsers of XML and JSON, and names that the standard knows. */
const TOKENS = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  '&lt;',
  '&#0;',
  '&#x1F600;',
  '&amp;amp;',
  '&xxe;',
  '<!--',
  '-->',
  '<!-- x -->',
  '<![CDATA[',
  ']]>',
  '<![CDATA[x]]>',
  '<?x y?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '\uFFFF',
  '\u00E9',
  '\u2028',
  ' ',
  '\n',
  '\t',
  '"',
  "'",
  '=',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  'null',
  'true',
  '-0',
  '1e999',
  '1E400',
  '00',
  '0.10',
  '__proto__',
  'constructor',
  '"__proto__":{"x":1},',
  '{"Message":',
  '<Message>',
  '<string>',
  'xmlns="urn:x"',
  ' Qualifier="P"',
  ' xmlns:a="b"',
  '<Body>',
  '</Body>',
  '<Header/>',
  '<NewRx/>',
  '<Status><Code>000</Code></Status>',
  '<Names><Name/></Names>',
  '<Note/>',
  '<Denied/>',
  '<Substitutions><Substitutions>1</Substitutions></Substitutions>',
  '<Product><DrugCoded><NDC>1</NDC></DrugCoded></Product>',
  '\\u0000',
  '"Foo":"\\u0000",',
  '"To":["0123456","\\n"],',
  '"Prescriber":[{},{"NonVeterinarian":{"Name":{"LastName":"x"}}}],',
  '<Foo a="b"/>',
  '<Code>900</Code>',
  '<Error><Code>900</Code></Error>',
  '\\ud800',
  '\\',
];

/** What makes a pattern begin anew at each sign, or a sorter sort. */
const RUNS = [' ', ' \t', '\u00A0', '\u0301\u0323', '\u00B5', '0', '9', '&amp;', '\\n', '\n'];

/** One broken document made of `document`, with one to three changes. */
export function mutate(document: string, next: () => number): string {
  const pick = (size: number): number => Math.floor(next() * size);
  let text = document;
  for (let rounds = 1 + pick(3); rounds > 0; rounds -= 1) {
    const at = pick(text.length + 1);
    const to = Math.min(text.length, at + 1 + pick(pick(4) === 0 ? 400 : 12));
    const token = TOKENS[pick(TOKENS.length)] ?? '';
    switch (pick(11)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1:
        text = text.slice(0, at) + token + text.slice(at);
        break;
      case 2:
        text = text.slice(0, to) + text.slice(at, to).repeat(1 + pick(3)) + text.slice(to);
        break;
      case 3:
        text =
          text.slice(0, at) + String.fromCharCode(pick(pick(3) === 0 ? 65_536 : 128)) + text.slice(at + 1);
        break;
      case 4:
        text = pick(12) === 0 ? text.slice(0, at) : moveElement(text, pick);
        break;
      case 5:
        text = moveElement(text, pick);
        break;
      case 6:
        text = replaceValue(text, token, pick);
        break;
      case 7:
        text = repeatMember(text, pick);
        break;
      case 8:
        text = replaceValue(
          text,
          `\u00E9${(RUNS[pick(RUNS.length)] ?? '').repeat(pick(pick(8) === 0 ? 20_000 : 300))}x`,
          pick,
        );
        break;
      case 9:
        text = repeatElement(text, pick);
        break;
      default:
        text = replaceValue(text, text.slice(at, to), pick);
    }
  }
  return text;
}

/** Moves or copies one whole element to the place before another: well-formed, and wrong. */
function moveElement(text: string, pick: (size: number) => number): string {
  const starts = [...text.matchAll(/<([A-Za-z]+)(?: [^<>]*)?>/g)];
  const from = starts[pick(starts.length)];
  const before = starts[pick(starts.length)];
  if (from === undefined || before === undefined) return text;
  const close = `</${from[1]}>`;
  const end = text.indexOf(close, from.index) + close.length;
  if (end < close.length) return text;
  const element = text.slice(from.index, end);
  if (before.index > from.index && before.index < end) return text;
  const copied = text.slice(0, before.index) + element + text.slice(before.index);
  if (pick(2) === 0) return copied;
  const shift = before.index <= from.index ? element.length : 0;
  return copied.slice(0, from.index + shift) + copied.slice(end + shift);
}

/** Writes one element a second time behind itself, or an empty one of its name before it. */
function repeatElement(text: string, pick: (size: number) => number): string {
  const starts = [...text.matchAll(/<([A-Za-z]+)(?: [^<>]*)?>/g)];
  const start = starts[pick(starts.length)];
  if (start === undefined) return text;
  const [, name = ''] = start;
  const close = `</${name}>`;
  const end = text.indexOf(close, start.index) + close.length;
  if (end < close.length) return text;
  const other = pick(2) === 0 ? text.slice(start.index, end) : `<${name}/>`;
  const at = pick(2) === 0 ? start.index : end;
  return text.slice(0, at) + other + text.slice(at);
}

/** Makes the value of one JSON member a list: with an empty object or text before it, behind it, or itself twice. */
function repeatMember(text: string, pick: (size: number) => number): string {
  const members = [...text.matchAll(/"([A-Za-z]+)":(?=["{0-9])/g)];
  const member = members[pick(members.length)];
  if (member === undefined) return text;
  const start = member.index + member[0].length;
  const end = endOfValue(text, start);
  const value = text.slice(start, end);
  const other = ['{}', '""', '"\\n"', '{"Name":{}}', value][pick(5)] ?? value;
  const list = pick(2) === 0 ? `[${other},${value}]` : `[${value},${other}]`;
  return text.slice(0, start) + list + text.slice(end);
}

/** Where a JSON value ends that begins at `start`: roughly, for what was broken before. */
function endOfValue(text: string, start: number): number {
  if (text[start] !== '{') {
    const [found = ''] = /^(?:"(?:[^"\\]|\\.)*"|[0-9.]+)/.exec(text.slice(start, start + 2_000)) ?? [];
    return start + found.length;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Puts another text where a value stands. */
function replaceValue(text: string, by: string, pick: (size: number) => number): string {
  const values = [...text.matchAll(/>[^<>]+<|:"[^"]*"|:[0-9.]+/g)];
  const value = values[pick(values.length)];
  if (value === undefined) return text;
  const start = value.index + (value[0].startsWith(':"') ? 2 : 1);
  const end = value.index + value[0].length - (value[0].startsWith(':') && !value[0].endsWith('"') ? 0 : 1);
  return text.slice(0, start) + by + text.slice(end);
}
