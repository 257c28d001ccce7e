import { describe, expect, it } from 'vitest';
import { chunked } from '../exchange.fixture.ts';
import { MAX_ELEMENT_LENGTH, XmlElements } from './xml.ts';
import { innerHtml, textOf } from './xml-tree.ts';

async function read(xml: string | Uint8Array, size?: number) {
  const found = [];
  for await (const one of new XmlElements(chunked(xml, size), (name) => name === 'item')) found.push(one);
  return found;
}

const DOCUMENT =
  '<?xml version="1.0"?>\r\n<!DOCTYPE q SYSTEM "x.dtd">\r\n<q:all xmlns:q="u">\r\n <item a="1 &amp; 2"><x:b xmlns:x="v">é 😀</x:b>\r\n<![CDATA[<c>]]>&lt;&#65;</item>\n<!-- <item> --><item/><other><item>z</item></other></q:all>\n';

describe('XmlElements', () => {
  it('finds elements with their source, line and path, in any pieces', async () => {
    const whole = await read(DOCUMENT);
    expect(whole.map(({ line, raw, path }) => ({ line, raw, path }))).toEqual([
      {
        line: 4,
        raw: '<item a="1 &amp; 2"><x:b xmlns:x="v">é 😀</x:b>\r\n<![CDATA[<c>]]>&lt;&#65;</item>',
        path: ['all'],
      },
      { line: 6, raw: '<item/>', path: ['all'] },
      { line: 6, raw: '<item>z</item>', path: ['all', 'other'] },
    ]);
    expect(textOf(whole[0]?.element)).toBe('é 😀\n<c><A');
    expect(whole[0]?.element.attributes).toEqual({ a: '1 & 2' });
    const first = whole[0]?.element;
    expect(innerHtml(first)).toBe('<b>é 😀</b>\n&lt;c&gt;&lt;A');
    for (const size of [1, 2, 3, 7, 50]) {
      const again = await read(DOCUMENT, size);
      expect(again.map(({ raw }) => raw)).toEqual(whole.map(({ raw }) => raw));
      expect(again.map(({ element }) => textOf(element))).toEqual(whole.map(({ element }) => textOf(element)));
    }
  });

  it('uses the declared encoding, unless the bytes are UTF-8', async () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><all><item>é</item></all>';
    for (const size of [10, 1000]) {
      expect(textOf((await read(Buffer.from(xml, 'latin1'), size))[0]?.element)).toBe('é');
      expect(textOf((await read(Buffer.from(xml, 'utf8'), size))[0]?.element)).toBe('é');
      expect(textOf((await read(Buffer.from(`\ufeff${xml}`, 'utf16le'), size))[0]?.element)).toBe('é');
    }
  });

  const many = (name: string) => Array.from({ length: 2000 }, (_, index) => ` ${name}${index}="x"`).join('');
  const laughs = `<!DOCTYPE all [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, index) => `<!ENTITY a${index} "${'&a;'.repeat(10)}">`).join('')}]>`;
  it.each([
    ['a billion laughs', `${laughs}<all><item>&a19;</item></all>`, 'xml_doctype'],
    ['an external entity', '<!DOCTYPE all [<!ENTITY x SYSTEM "file:///etc/passwd">]><all>&x;</all>', 'xml_doctype'],
    ['an entity without a declaration', '<all><item>&nbsp;</item></all>', 'invalid_xml'],
    ['a parameter entity', '<!DOCTYPE all [<!ENTITY % x SYSTEM "http://example.org/x"> %x;]><all/>', 'xml_doctype'],
    ['an element that is not closed', '<all><item>', 'invalid_xml'],
    ['text that is not XML', 'question,answer', 'invalid_xml'],
    ['nothing', ' \n', 'empty_file'],
    ['an item of many parts', `<all><item>${'<b/>'.repeat(200_000)}</item></all>`, 'too_many'],
    ['an element of 2,000 attributes', `<all><item${many('a')}/></all>`, 'too_many'],
    ['an element of 2,000 namespaces', `<all><item${many('xmlns:a')}/></all>`, 'too_many'],
    ['an endless text', `<all><item>${'x'.repeat(MAX_ELEMENT_LENGTH + 200_000)}`, 'too_long'],
    ['an endless tag', `<all ${'x'.repeat(MAX_ELEMENT_LENGTH + 200_000)}`, 'too_long'],
    ['an endless comment', `<all><!--${'x'.repeat(MAX_ELEMENT_LENGTH + 200_000)}`, 'too_long'],
    ['a control character', '<all><item>\u0001</item></all>', 'invalid_xml'],
  ])('rejects %s', async (_name, xml, code) => {
    await expect(read(xml)).rejects.toMatchObject({ name: 'FormatError', code });
  });

  it('rejects endlessly nested elements', async () => {
    await expect(read('<a>'.repeat(100_000))).rejects.toThrow(/nested more than 200 deep/u);
  });
});
