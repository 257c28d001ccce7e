import { optionsOf } from '../../domain/questions/options.ts';
import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions, WriteOptions } from '../format.ts';
import { kindOf, titleOf } from '../shared/kinds.ts';
import { joined } from '../shared/pieces.ts';
import { escapeAttribute, escapeText, isInvalidXml } from '../shared/xml-tree.ts';
import { writeZip, type ZipEntry } from '../shared/zip-write.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const FILE = 'quaestor/quaestor.xml';
const TYPES = {
  choice: 'multiple_choice_question',
  true_false: 'true_false_question',
  words: 'short_answer_question',
} as const;

/** Writes a package like those of Canvas: a manifest, and one file with all items. */
export async function* writeQti12(
  questions: Questions,
  losses: Losses,
  { title = 'Questions' }: WriteOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  async function* entries(): AsyncGenerator<ZipEntry, void, undefined> {
    yield {
      name: 'imsmanifest.xml',
      content: `${HEAD}<manifest identifier="quaestor_package" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata><organizations/><resources><resource identifier="quaestor" type="imsqti_xmlv1p2"><file href="${FILE}"/></resource></resources></manifest>\n`,
    };
    yield { name: FILE, content: joined(assessment(questions, losses, title)) };
  }
  yield* writeZip(entries());
}

async function* assessment(
  questions: Questions,
  losses: Losses,
  title: string,
): AsyncGenerator<string, void, undefined> {
  yield `${HEAD}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">\n<assessment ident="quaestor" title="${escapeAttribute(title)}">\n<section ident="root_section">\n`;
  for await (const question of questions) {
    if (isInvalidXml(JSON.stringify(question))) losses.skip(question.id, say('export.invalid_xml'));
    else {
      losses.dropAll(question, [
        'category',
        'topic_focus',
        'difficulty',
        'tags',
        'language',
        'source',
        'license',
        'status',
        'external_id',
      ]);
      if (kindOf(question) !== 'words') losses.dropAll(question, ['accepted_answers']);
      yield writeItem(question);
    }
  }
  yield '</section>\n</assessment>\n</questestinterop>\n';
}

function writeItem(question: Question): string {
  const options = optionsOf(question);
  const { explanation } = question;
  const [response, values] = options === null ? wordsOf(question) : choiceOf(question, options);
  const feedback =
    explanation === null
      ? ['', '']
      : [
          '<respcondition continue="Yes"><conditionvar><other/></conditionvar><displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>',
          `<itemfeedback ident="general_fb"><flow_mat>${material(explanation)}</flow_mat></itemfeedback>`,
        ];
  return `<item ident="q_${question.id}" title="${escapeAttribute(titleOf(question))}">
<itemmetadata><qtimetadata>${metadata('question_type', TYPES[kindOf(question)])}${metadata('points_possible', '1.0')}</qtimetadata></itemmetadata>
<presentation>${material(question.question_text)}${response}</presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${feedback[0]}<respcondition continue="No"><conditionvar>${values}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
${feedback[1]}</item>
`;
}

const metadata = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;

const varequal = (value: string) => `<varequal respident="response1">${escapeText(value)}</varequal>`;

/** A choice and its key. */
function choiceOf({ correct_answer }: Question, options: readonly string[]): [string, string] {
  const ident = (index: number) => String(1000 + index);
  const labels = options.map(
    (option, index) => `<response_label ident="${ident(index)}">${material(option)}</response_label>`,
  );
  return [
    `<response_lid ident="response1" rcardinality="Single"><render_choice>${labels.join('')}</render_choice></response_lid>`,
    varequal(ident(options.indexOf(correct_answer))),
  ];
}

/** A field, and its right answers. */
function wordsOf({ correct_answer, accepted_answers }: Question): [string, string] {
  return [
    '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1" rshuffle="No"/></render_fib></response_str>',
    [...new Set([correct_answer, ...accepted_answers])].map(varequal).join(''),
  ];
}

/** A single line is written as plain text. Several lines would be joined there, so they are written as HTML. */
function material(text: string): string {
  const lines = /[\n\t]| {2}/u.test(text)
    ? { type: 'text/html', text: `<pre>${escapeText(text).replaceAll('\u00ad', '&shy;')}</pre>` }
    : { type: 'text/plain', text };
  return `<material><mattext texttype="${lines.type}">${escapeText(lines.text)}</mattext></material>`;
}
