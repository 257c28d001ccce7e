const names = (list: string) => new Set(list.split(' '));

/** Elements that begin and end a line. */
export const BLOCKS = names(
  'p div li ul ol dl dt dd table caption thead tbody tfoot tr h1 h2 h3 h4 h5 h6 blockquote pre section article header footer main nav aside form fieldset legend center address figure figcaption details summary hr',
);

/** Elements that show or play a file. */
export const MEDIA = names('audio video source object embed iframe svg canvas image');

const INLINE = names(
  'a abbr acronym area b base basefont bdi bdo big body br button cite code col colgroup data datalist del dfn dialog dir em font frame frameset head html i img input ins kbd label link map mark menu meta meter noframes noscript optgroup option output param picture progress q rp rt ruby s samp script select slot small span strike strong style sub sup td template textarea th time title track tt u var wbr nolink nobr',
);

/** Elements of MathML and drawings: their contents are text, their names are not. */
const FORMULAS = names(
  'math mi mn mo ms mtext mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder mover munderover mtable mtr mtd maction semantics annotation annotation-xml g path rect circle line polygon polyline ellipse text defs use',
);

/** A prefixed name comes from a word processor: "o:p". */
export function isKnownElement(name: string): boolean {
  return BLOCKS.has(name) || INLINE.has(name) || MEDIA.has(name) || FORMULAS.has(name) || name.includes(':');
}
