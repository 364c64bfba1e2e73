// Documents that attack a reader of XML or JSON.

import { newRx } from '@pestle/testbed/messages/script-messages';
import { build, type ScriptErrorCode } from '../src/index.ts';

/** A Status with something inside, or before the root. */
export const status = (inside: string, before = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<Message><Header/><Body><Status><Code>000</Code>${inside}</Status></Body></Message>`;
export const jsonStatus = (inside: string): string =>
  `{"Message":{"Body":{"Status":{"Code":"000"${inside}}}}}`;
const npi = (value: string): string =>
  build(newRx).text.replace('<NPI>1234567893</NPI>', `<NPI>${value}</NPI>`);
const utf16 = (text: string, withByteOrderMark = true): Uint8Array =>
  new Uint8Array([...(withByteOrderMark ? [0xff, 0xfe] : []), ...Buffer.from(text, 'utf16le')]);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const laughs = Array.from(
  { length: 10 },
  (_none, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
).join('');

/** What is fed, and the code of the refusal. */
export const ATTACKS: readonly (readonly [
  what: string,
  input: () => Uint8Array | string,
  code: ScriptErrorCode,
])[] = [
  ['a DOCTYPE', () => status('', '<!DOCTYPE Message>'), 'doctype'],
  [
    'billion laughs',
    () => status('<Description>&l10;</Description>', `<!DOCTYPE lol [<!ENTITY l0 "lol">${laughs}]>`),
    'doctype',
  ],
  [
    'quadratic blowup',
    () =>
      status(
        `<Description>${'&a;'.repeat(50_000)}</Description>`,
        `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(50_000)}">]>`,
      ),
    'doctype',
  ],
  [
    'an external entity',
    () => status('<Description>&x;</Description>', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'doctype',
  ],
  [
    'a parameter entity',
    () => status('', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;]>'),
    'doctype',
  ],
  [
    'a DOCTYPE that never ends',
    () => status('', `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(50_000)}`),
    'doctype',
  ],
  ['an undeclared entity', () => status('<Description>&xxe;</Description>'), 'malformed'],
  [
    'an entity named as a property of every object',
    () => status('<Description>&constructor;&__proto__;</Description>'),
    'malformed',
  ],
  ['a NUL as a reference', () => status('<Description>a&#0;b</Description>'), 'malformed'],
  ['a NUL', () => status('<Description>a\u0000b</Description>'), 'malformed'],
  ['a lone surrogate', () => status('<Description>\uD800</Description>'), 'malformed'],
  [
    'a lone surrogate in an attribute',
    () => build(newRx).text.replace('TransportVersion="', 'TransportVersion="\uD800'),
    'malformed',
  ],
  ['a processing instruction', () => status('<?php echo 1 ?>'), 'processing-instruction'],
  [
    'a stylesheet',
    () => status('', '<?xml-stylesheet href="http://127.0.0.1:1/x.xsl"?>'),
    'processing-instruction',
  ],
  ['nesting of 50,000 elements', () => status('<a>'.repeat(50_000) + '</a>'.repeat(50_000)), 'too-deep'],
  ['60,000 elements side by side', () => status('<a/>'.repeat(60_000)), 'too-many'],
  [
    '60,000 attributes',
    () => status(`<a ${Array.from({ length: 60_000 }, (_none, index) => `b${index}=""`).join(' ')}/>`),
    'too-many',
  ],
  [
    'a duplicate attribute',
    () => build(newRx).text.replace('Qualifier="P"', 'Qualifier="P" Qualifier="D"'),
    'malformed',
  ],
  ['a name of 100,000 characters', () => status(`<${'a'.repeat(100_000)}/>`), 'malformed'],
  ['2 MB of text', () => status(`<Description>${'a'.repeat(2_000_000)}</Description>`), 'too-large'],
  ['100 MB of text', () => new Uint8Array(100_000_000).fill(0x61), 'too-large'],
  ['a comment inside a value', () => npi('12345<!-- -->67893'), 'split-value'],
  ['a CDATA section inside a value', () => npi('12345<![CDATA[67]]>893'), 'split-value'],
  ['two CDATA sections in a value', () => npi('<![CDATA[12345]]><![CDATA[67893]]>'), 'split-value'],
  ['an element inside a value', () => npi('12345<b/>67893'), 'mixed-content'],
  ['a processing instruction inside a value', () => npi('12345<?x?>67893'), 'processing-instruction'],
  [
    'text between elements',
    () => build(newRx).text.replace('</Patient>', '</Patient>ignore'),
    'mixed-content',
  ],
  ['bytes that are no UTF-8', () => new Uint8Array([...bytes(status('')), 0xff, 0xc0, 0x80]), 'encoding'],
  ['an overlong slash', () => new Uint8Array([0x3c, 0xc0, 0xaf]), 'encoding'],
  ['UTF-16 with a mark', () => utf16(status('')), 'encoding'],
  ['UTF-16 without a mark', () => utf16(status(''), false), 'encoding'],
  [
    'UTF-16 by declaration, and not plain ASCII',
    () => bytes(status('<Description>\u00E9</Description>').replace('UTF-8', 'UTF-16')),
    'encoding',
  ],
  ['UTF-7 by declaration', () => bytes(status('').replace('UTF-8', 'UTF-7')), 'encoding'],
  ['UTF-7 as such', () => bytes('+ADw-Message+AD4-'), 'not-a-message'],
  ['EBCDIC', () => new Uint8Array([0x4c, 0x6f, 0xa7, 0x94, 0x93]), 'encoding'],
  ['nothing', () => '', 'not-a-message'],
  ['a mark and nothing', () => '\uFEFF', 'not-a-message'],
  ['HTML', () => '<!DOCTYPE html><html><body>500</body></html>', 'doctype'],
  ['another document', () => '<a><b/></a>', 'not-a-message'],
  ['two roots', () => `${status('')}<Message/>`, 'malformed'],
  ['two messages', () => `<a>${'<Message/>'.repeat(2)}</a>`, 'several-messages'],
  ['JSON: two messages', () => '{"Message":[{},{}]}', 'several-messages'],
  ['a message without a body', () => '<Message><Header/></Message>', 'unsupported-message'],
  ['an unknown body', () => '<Message><Header/><Body><GetMessage/></Body></Message>', 'unsupported-message'],
  [
    'a body named as a property of every object',
    () => '<Message><Header/><Body><constructor/></Body></Message>',
    'unsupported-message',
  ],
  [
    'wrapping upon wrapping',
    () =>
      `<string>${`<string>${status('').replaceAll('<', '&lt;')}</string>`.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`,
    'not-a-message',
  ],
  [
    'JSON: nesting of 50,000 objects',
    () => jsonStatus(`,"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
    'too-deep',
  ],
  ['JSON: nesting of 50,000 arrays', () => jsonStatus(`,"a":${'['.repeat(50_000)}`), 'malformed'],
  ['JSON: 60,000 members', () => jsonStatus(`,"a":[${'1,'.repeat(60_000)}1]`), 'too-many'],
  ['JSON: a member twice', () => jsonStatus(',"Code":"900"'), 'duplicate-member'],
  ['JSON: a member twice, once escaped', () => jsonStatus(',"\\u0043ode":"900"'), 'duplicate-member'],
  ['JSON: a string that never ends', () => `{"Message":"${'a'.repeat(1_000_000)}`, 'malformed'],
  ['JSON: a bad escape', () => jsonStatus(',"Description":"\\x"'), 'malformed'],
  ['JSON: a control character', () => jsonStatus(',"Description":"a\nb"'), 'malformed'],
  ['JSON: a number with a leading zero', () => jsonStatus(',"a":007'), 'malformed'],
  ['JSON: NaN', () => jsonStatus(',"a":NaN'), 'malformed'],
  ['JSON: a comment', () => jsonStatus(' /* x */'), 'malformed'],
  ['JSON: something behind', () => `${jsonStatus('')} {}`, 'malformed'],
  ['JSON: an array', () => `[${jsonStatus('')}]`, 'not-a-message'],
  ['JSON: no Message', () => '{"message":{}}', 'not-a-message'],
  ['JSON: a name that is no name', () => jsonStatus(',"a b":1'), 'malformed'],
];
