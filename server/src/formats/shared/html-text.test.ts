import { describe, expect, it } from 'vitest';
import { htmlToText, perhapsHtmlToText } from './html-text.ts';

describe('htmlToText', () => {
  it.each([
    ['<p>One</p><p>two<br>three</p>', 'One\ntwo\nthree'],
    ['  a\n  b&nbsp;&nbsp;c  ', 'a b c'],
    ['<ul><li>x<li>y</ul><ol><li>one</li><li>two</li></ol>', '- x\n- y\n1. one\n2. two'],
    [
      'x<sup>2</sup>, H<sub>2</sub>O, a<sup>2k</sup>, b<sub>i</sub>, 10<sup>-3</sup><sup></sup>',
      'x², H₂O, a^(2k), b_i, 10⁻³',
    ],
    ['<table><tr><th>a</th><th>b</th></tr><tr><td>1<td>2</tr></table>', 'a | b\n1 | 2'],
    ['<pre>if x:\n    y = 1\n\n\tz\n</pre>', 'if x:\n    y = 1\n\n\tz'],
    ['Area is \\(\\pi r^2\\) or $$\\frac{r}{2}$$', 'Area is \\(\\pi r^2\\) or $$\\frac{r}{2}$$'],
    ['<img class="equation_image" data-equation-content="x^2" src="/e.svg">', '\\(x^2\\)'],
    ['<math><mi>r</mi> <mo>+</mo><mn>1</mn></math>', 'r+1'],
    [
      '<math><semantics><mi>r</mi><annotation encoding="application/x-tex">r_1</annotation></semantics></math>!',
      '\\(r_1\\)!',
    ],
    ['<math alttext="a^2"><mi>a</mi></math>', '\\(a^2\\)'],
    ['a < b && c > d, caf&eacute; &lt;p&gt; &bogus;', 'a < b && c > d, café <p> &bogus;'],
    ['#include <iostream> and vector<int> v; <o:p>Word</o:p>', '#include <iostream> and vector<int> v; Word'],
    ['<script>alert(1)</script><style>p{}</style>x<!-- y -->', 'x'],
    ['<b>not closed <i>at all', 'not closed at all'],
    ['</p></div>x', 'x'],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toEqual({ text, pictures: [] });
  });

  it('lists pictures and recordings', () => {
    const html =
      '<img src="@@PLUGINFILE@@/a%20b.png"><img src="data:image/png;base64,AAAA"><audio><source src="x.mp3"></audio><a href="y.ogg?z">listen</a><a href="page.html">read</a>';
    expect(htmlToText(html)).toEqual({
      text: 'listenread',
      pictures: ['@@PLUGINFILE@@/a%20b.png', 'data:image/png', '', 'x.mp3', 'y.ogg?z'],
    });
  });

  it('treats a text as HTML only if it looks like HTML', () => {
    expect(perhapsHtmlToText('a <b and b> c, 2 < 3').text).toBe('a c, 2 < 3');
    expect(perhapsHtmlToText('1 < 2 & 3 > 2').text).toBe('1 < 2 & 3 > 2');
    expect(perhapsHtmlToText('x &amp; y').text).toBe('x & y');
  });

  it.each(['<b>', '<ul><li>', '<sup>', '<p', '&amp', '<math>', '</b>', '<td>', '<x>', '<!--'])(
    'is fast on 120 and 400 kB of %s',
    (piece) => {
      for (const length of [120_000, 400_000]) {
        const before = process.threadCpuUsage();
        htmlToText(piece.repeat(length / piece.length));
        const { user, system } = process.threadCpuUsage(before);
        expect((user + system) / 1000).toBeLessThan(200);
      }
    },
  );
});
