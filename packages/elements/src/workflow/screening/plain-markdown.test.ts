// Tests that what another service writes in Markdown is read as words, and that nothing of it becomes anything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMarkdown } from './plain-markdown.ts';

test('section 14: Markdown of another service is plain words in their lines', () => {
  for (const [written, read] of [
    ['Potassium was **5.9**.', 'Potassium was 5.9.'],
    ['# Risk\n\n\n\n- stop *now*\n* see `K+`', 'Risk\n\n• stop now\n• see K+'],
    ['[the label](https://labels.example/1 "FDA") says so', 'the label (https://labels.example/1) says so'],
    ['![](https://spy.example/p.png)', '(https://spy.example/p.png)'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['2 * 3 * 4 and a_b_c', '2 * 3 * 4 and a_b_c'],
    ['> quoted\r\n1. first', 'quoted\n1. first'],
  ] as const)
    assert.equal(plainMarkdown(written), read);
});
