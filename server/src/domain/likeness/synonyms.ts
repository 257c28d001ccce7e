/** Words that two wordings of one question exchange freely; the first of a line stands for all. Kept short: what is listed is never told apart. */
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

/** The same for comparing alone: forms that no ending tells, and names of one thing. Keys are stored without them. */
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

/** Words that hold a sentence together and say nothing about what it asks: they are left out. Two of five words are such. */
const GLUE_WORDS = `
the a an of in on at to for from by with and or as is are was were be been being do does did has have had there this that it
its he she his her they their them you your we our i what which can could would will may also than then into about
`;

/** Words that say a little more, rare or not. */
const LIGHT_WORDS = `
these those who whom whose when where how many much after during
`;

const split = (text: string) => text.trim().split(/\s+/u);

/** As they stand in texts. */
export const glueWords: ReadonlySet<string> = new Set(split(GLUE_WORDS));

export const rootLines: readonly (readonly string[])[] = ALIKE_ROOTS.trim().split('\n').map(split);

/** Both lists as stems, since stems are what is compared. */
export function readWordLists(stem: (word: string) => string): {
  synonyms: ReadonlyMap<string, string>;
  lightWords: ReadonlySet<string>;
} {
  const lines = ALIKE.trim()
    .split('\n')
    .map((line) => split(line).map(stem));
  return {
    synonyms: new Map(lines.flatMap((stems) => stems.map((word) => [word, stems[0] ?? word] as const))),
    // Glue is left over where a text is nothing else, and in "whats": it must not pass for a rare word.
    lightWords: new Set([...glueWords, ...split(LIGHT_WORDS)].map(stem)),
  };
}
