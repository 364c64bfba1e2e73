// Templates mean the same when they are short: blanks that are drawn stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortenCss, shortenHtml } from '../../scripts/templates.ts';

const HTML: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'indentation between blocks goes',
    ['<div>\n  <p>a</p>\n  <p>b</p>\n</div>'],
    ['<div><p>a</p><p>b</p></div>'],
  ],
  ['between inline elements one blank is drawn', ['<b>a</b>\n   <i>b</i>'], ['<b>a</b> <i>b</i>']],
  ['around a hole one blank is drawn', ['<b>a</b>\n  ', '\n  <i>b</i>'], ['<b>a</b> ', ' <i>b</i>']],
  ['a hole after a block begins a line', ['<ul>\n  ', '\n</ul>\n', ' x'], ['<ul>', '</ul>', ' x']],
  ['text after a hole keeps its blank', ['<p>', ' of ', '</p>'], ['<p>', ' of ', '</p>']],
  ['text keeps its single blanks', ['<p>a  b\n c</p>'], ['<p>a b c</p>']],
  ['attributes stand one blank apart', ['<input\n  id=', '\n  required\n>'], ['<input id=', ' required>']],
  ['quotes go where they mean nothing', ['<p class="note" part=\'x\'>'], ['<p class=note part=x>']],
  [
    'quotes stay where they mean something',
    ['<p class="a  b" style=""><br class="x"/>'],
    ['<p class="a  b" style=""><br class="x"/>'],
  ],
  ['a quoted value with a hole stays', ['<p class="a  ', '  b">'], ['<p class="a  ', '  b">']],
  [
    'what is typed in advance stays',
    ['<textarea>\n a  b\n</textarea>\n <b>'],
    ['<textarea>\n a  b\n</textarea> <b>'],
  ],
  ['what is set verbatim stays', ['<pre>a\n  ', '  b</pre>  <i>'], ['<pre>a\n  ', '  b</pre> <i>']],
  ['a custom element is no block', ['<p-x>a</p-x>\n<b>'], ['<p-x>a</p-x> <b>']],
  ['a sign of comparison is text', ['<p>1 < 2  and'], ['<p>1 < 2 and']],
];

for (const [rule, given, expected] of HTML)
  test(`html: ${rule}`, () => assert.deepEqual(shortenHtml(given), expected));

const CSS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'blanks and comments go',
    ["/* it's why */\n.a, .b {\n  color: red;\n  margin: 0 0.5em;\n}\n"],
    ['.a,.b{color:red;margin:0 .5em}'],
  ],
  ['descendants keep their blank', ['.a .b :hover { x: y; }'], ['.a .b :hover{x:y}']],
  [
    'calculations keep theirs',
    ['a { width: calc(100% - 2 * (1px + 0.5em)); }'],
    ['a{width:calc(100% - 2 * (1px + .5em))}'],
  ],
  [
    'conditions keep theirs',
    ['@media (hover: hover) and (width > 720px) { a { x: y; } }'],
    ['@media (hover:hover) and (width>720px){a{x:y}}'],
  ],
  ['texts stay', ["a::after { content: ' /* a */ : ;  b'; }"], ["a::after{content:' /* a */ : ;  b'}"]],
  ['holes stay apart', ['a { color: ', '; ', '\n  margin: -0.5em; }'], ['a{color:', ';', ' margin:-0.5em}']],
  ['a greater number keeps its zero', ['a { margin: 10.5px 1.0px v0.5; }'], ['a{margin:10.5px 1.0px v0.5}']],
];

for (const [rule, given, expected] of CSS)
  test(`css: ${rule}`, () => assert.deepEqual(shortenCss(given), expected));
