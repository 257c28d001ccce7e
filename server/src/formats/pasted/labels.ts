/** What a line such as "Answer: B" or "Kategorie: Physik" is about. */
type Label = 'answer' | 'key' | 'category' | 'topic_focus' | 'difficulty' | 'explanation';

const NAMES: Readonly<Record<Label, readonly string[]>> = {
  answer: [
    ...['answer', 'ans', 'correct answer', 'right answer', 'the answer', 'the correct answer', 'correct option'],
    ...['correct', 'solution', 'antwort', 'richtige antwort', 'korrekte antwort', 'richtig', 'lösung', 'loesung'],
    ...['respuesta', 'respuesta correcta', 'la respuesta', 'correcta', 'solución', 'solucion'],
  ],
  key: [
    ...[
      'answers',
      'answer key',
      'answers key',
      'answer sheet',
      'key',
      'key to answers',
      'correct answers',
      'solutions',
    ],
    ...[
      'antworten',
      'richtige antworten',
      'lösungen',
      'loesungen',
      'lösungsschlüssel',
      'antwortschlüssel',
      'schlüssel',
    ],
    ...['respuestas', 'respuestas correctas', 'soluciones', 'clave', 'clave de respuestas', 'clave de corrección'],
  ],
  category: ['category', 'kategorie', 'categoría', 'categoria'],
  topic_focus: ['topic', 'thema', 'tema'],
  difficulty: [
    ...['level', 'difficulty', 'difficulty level', 'stufe', 'schwierigkeit', 'schwierigkeitsgrad', 'niveau'],
    ...['nivel', 'dificultad', 'nivel de dificultad'],
  ],
  explanation: [
    ...['explanation', 'feedback', 'rationale', 'erklärung', 'erklaerung', 'begründung'],
    ...['explicación', 'explicacion', 'retroalimentación'],
  ],
};

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([label, names]) => names.map((name) => [name, label as Label] as const)),
);

/** Words that can stand above the answers without a colon. "Correct" alone is more likely to be an option. */
const ANSWER_HEADINGS: ReadonlySet<string> = new Set([
  'answer',
  'solution',
  'antwort',
  'lösung',
  'respuesta',
  'solución',
]);
const MAX_HEADING_LENGTH = 40;

const LABEL = /^([\p{L} ]{2,30})\s{0,3}(:|=|：)\s{0,20}(?:\*{2}\s{0,3})?(.*)$/su;
const ANSWER_IS = /^([\p{L} ]{2,30})(?: is| ist| es|\.|\s[-–—])\s{1,20}(.*)$/isu;

/** "Answer: B", "Ans. B", "The answer is B", "(Lösung: C)", "**Answer:** B", and the heading "Answer key". */
export function readLabel(line: string): { label: Label; value: string } | undefined {
  const text = unwrap(line);
  const found = LABEL.exec(text);
  const label = BY_NAME.get(found?.[1]?.trim().toLowerCase() ?? '');
  if (label !== undefined) return { label, value: unstar(found?.[3] ?? '') };
  if (found === null) {
    const name = text.slice(0, MAX_HEADING_LENGTH).toLowerCase();
    const heading = BY_NAME.get(name);
    if (heading === 'key' || ANSWER_HEADINGS.has(name)) return { label: heading ?? 'answer', value: '' };
  }
  const answer = ANSWER_IS.exec(text);
  const name = answer?.[1]?.trim().toLowerCase() ?? '';
  return BY_NAME.get(name) === 'answer' && !name.startsWith('correct')
    ? { label: 'answer', value: unstar(answer?.[2] ?? '') }
    : undefined;
}

/** Whether a line begins like a field that is not known, such as "Points: 2". */
export function isUnknownLabel(line: string): boolean {
  return /^\p{L}{2,20}: \S/u.test(line);
}

function unwrap(line: string): string {
  const text = line.replace(/^\*{1,3}/u, '');
  const inBrackets = (text.startsWith('(') && text.endsWith(')')) || (text.startsWith('[') && text.endsWith(']'));
  return (inBrackets ? text.slice(1, -1) : text).trim();
}

function unstar(value: string): string {
  const text = value.trim();
  return text.endsWith('**') ? text.slice(0, -2).trim() : text;
}

/** "Answer: ____" is a place to write, not an answer. */
export function isBlank(value: string): boolean {
  return /^[_.…\s-]{0,400}$/u.test(value);
}
