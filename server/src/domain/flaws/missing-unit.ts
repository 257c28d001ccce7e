import { NOTHING, type Span, type Subject, wholeAnswer } from './subject.ts';

const MEASURED =
  /\bhow (?:tall|high|deep|far|heavy|fast|hot|cold|wide|long is|long was|large is|much does \S+ (?:\S+ )?weigh)\b|\b(?:what|which) (?:is|was) the (?:\S+ )?(?:temperature|height|weight|length|distance|speed|mass|depth|area|diameter|circumference|boiling point|melting point|freezing point)\b/iu;

const UNITS = new Set(
  (
    'metre metres meter meters centimetre centimetres centimeter centimeters millimetre millimetres millimeter ' +
    'millimeters kilometre kilometres kilometer kilometers km cm mm nm mile miles foot feet inch inches yard yards gram ' +
    'grams kilogram kilograms kg pound pounds lb lbs ounce ounces ton tons tonne tonnes degree degrees celsius ' +
    'fahrenheit kelvin percent percentage second seconds minute minutes hour hours day days week weeks month months ' +
    'year years decade decades century centuries mph kph knots litre litres liter liters acre acres hectare hectares ' +
    'fathoms furlongs hands storeys stories pages light-years unit units square cubic times scale word words'
  ).split(' '),
);

/** 28cm, 36", 18 kg, 1,000 sq ft. */
const GLUED = /\d ?(?:[cmk]?m|k?g|lbs?|oz|ft|sq|in|["″']|°)(?!\p{L})/u;

/** A bare number if a length, weight or temperature is asked for and no unit is named. */
export function findMissingUnit(subject: Subject): readonly Span[] {
  if (!/^[-−]?\d[\d.,]*$/u.test(subject.correct_answer)) return NOTHING;
  const { question_text, words } = subject;
  if (!MEASURED.test(question_text) || question_text.includes('atomic')) return NOTHING;
  if (GLUED.test(question_text) || words.some((word) => UNITS.has(word.key))) return NOTHING;
  return wholeAnswer(subject);
}
