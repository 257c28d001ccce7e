/**
 * Words that wordings of one question use interchangeably; the first of a line stands for all. Kept short: listed words
 * are never distinguished.
 */
const ALIKE = `
largest biggest greatest
smallest lowest least tiniest
closest nearest
tallest highest
movie film picture
author writer write wrote written penned
invent inventor invention
country nation
begin began start started debut
make made create created
name named called known title titled
locate located situated lie lies found
world worlds earth globe
sing sings sang sung singer song
actor star starred starring play played plays portray portrayed portrays
color colour
us usa america american
woman women female
man men male
child children kid
kind type sort
happen occur
large huge big massive
city town
`;

/**
 * More synonyms, only for comparisons: forms that no ending reveals, and names of one thing. Stored keys do not use
 * them.
 */
const ALIKE_ROOTS = `
win won
born birth
die died death dead
fight fought
lead led
give gave given
take took taken
build built
buy bought
sell sold
teach taught
come came
become became
run ran
speak spoke spoken
draw drew drawn
grow grew grown
drive drove driven
fly flew flown
hold held
lose lost
leave left
meet met
shoot shot
wear wore worn
kill murder assassinate
tv television
show series program programme sitcom
book novel
`;

/**
 * Words that hold a sentence together and say nothing about what it asks: they are left out. They make up two of five
 * words.
 */
const GLUE_WORDS = `
the a an of in on at to for from by with and or as is are was were be been being do does did has have had there this that it
its he she his her they their them you your we our i what which can could would will may also than then into about
`;

/** Words that say slightly more, rare or not. */
const LIGHT_WORDS = `
these those who whom whose when where how many much after during
`;

/**
 * The same in German, French, Spanish, Italian, Portuguese and Dutch: articles, prepositions, question words and forms of
 * "to be" and "to be called", without those that are English words ("die", "me"). They count in comparisons, but may
 * differ between two wordings of one question.
 */
const FORM_WORDS = `
der das den dem des ein eine einen einem einer von vom zu zum zur mit im am auf ist sind war waren wie wer wen wem wo wann
welche welcher welches welchen welchem heisst heissen hiess nennt genannt lautet
le la les du de une aux au et est sont etait quel quelle quels quelles qui que quoi comment appelle appelait
el los las del un una y es son era cual cuales quien como llama llamaba
il lo gli della dello delle dei che chi quale quali qual come chiama
os da dos das em na uma quem chama foi
het een van voor met zijn welk wie wat heet
`;

const split = (text: string) => text.trim().split(/\s+/u);

/** The spelling in texts. */
export const glueWords: ReadonlySet<string> = new Set(split(GLUE_WORDS));

export const formWords: ReadonlySet<string> = new Set(split(FORM_WORDS));

export const rootLines: readonly (readonly string[])[] = ALIKE_ROOTS.trim().split('\n').map(split);

/** Both lists as stems, since stems are compared. */
export function readWordLists(stem: (word: string) => string): {
  synonyms: ReadonlyMap<string, string>;
  lightWords: ReadonlySet<string>;
} {
  const lines = ALIKE.trim()
    .split('\n')
    .map((line) => split(line).map(stem));
  return {
    synonyms: new Map(lines.flatMap((stems) => stems.map((word) => [word, stems[0] ?? word] as const))),
    // Glue remains if a text has nothing else, and in "whats": it must not count as a rare word.
    lightWords: new Set([...glueWords, ...split(LIGHT_WORDS)].map(stem)),
  };
}
