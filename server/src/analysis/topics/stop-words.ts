/** English words that say nothing of what a question is about, and those that any question may be put with. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all also although always am among an and another any are around as at away back ' +
    'be became because become been before began being below best better between both but by came can cannot come did do ' +
    'does doing done down during each either else end even ever every few find first following for found from gave get ' +
    'give given go going gone got had has have having he her here him his how however i if in into is it its itself just ' +
    'keep kept know known last least less let like made make many may me mean means might more most much must my name ' +
    'named names neither never next no nor not now of off often on once one only or other others our out over own part ' +
    'put said same say see set several shall she should since so some something such take taken than that the their them ' +
    'then there these they thing things this those though through thus to together too took two under until up upon us ' +
    'use used using very was way we well went were what when where whether which while who whom whose why will with ' +
    'within without would yes yet you your s t d m re ve ll don didn doesn isn wasn won called correct answer question ' +
    'refer refers referred true false term word does'
  ).split(' '),
);
