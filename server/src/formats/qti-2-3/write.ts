import { optionsOf } from '../../domain/questions/options.ts';
import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions } from '../format.ts';
import { kindOf, titleOf } from '../shared/kinds.ts';
import { escapeAttribute, escapeText, isInvalidXml } from '../shared/xml-tree.ts';
import { MAX_ZIP_ENTRIES, writeZip, type ZipEntry } from '../shared/zip-write.ts';

interface Version {
  namespace: string;
  manifest: string;
  schemaVersion: string;
  resource: string;
  templates: string;
  /** The name of an element or attribute of QTI, given as in 2.x. */
  name: (name: string) => string;
  attribute: (name: string) => string;
  itemAttributes: string;
}

const kebab = (name: string) => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

const V3: Version = {
  namespace: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
  manifest: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
  schemaVersion: '3.0.1',
  resource: 'imsqti_item_xmlv3p0',
  templates: 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/',
  name: (name) => `qti-${kebab(name)}`,
  attribute: kebab,
  itemAttributes:
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imsqtiasi_v3p0 https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0p1_v1p0.xsd" time-dependent="false"',
};

const V21: Version = {
  namespace: 'http://www.imsglobal.org/xsd/imsqti_v2p1',
  manifest: 'http://www.imsglobal.org/xsd/imscp_v1p1',
  schemaVersion: '2.1.0',
  resource: 'imsqti_item_xmlv2p1',
  templates: 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/',
  name: (name) => name,
  attribute: (name) => name,
  itemAttributes: 'adaptive="false" timeDependent="false"',
};

export const writeQti3 = (questions: Questions, losses: Losses) => writePackage(questions, losses, V3);
export const writeQti21 = (questions: Questions, losses: Losses) => writePackage(questions, losses, V21);

const NO_XML = say('export.invalid_xml');

async function* writePackage(
  questions: Questions,
  losses: Losses,
  version: Version,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ids: string[] = [];
  async function* entries(): AsyncGenerator<ZipEntry, void, undefined> {
    for await (const question of questions) {
      if (ids.length >= MAX_ZIP_ENTRIES)
        losses.skip(question.id, say('export.max_in_package', { max: MAX_ZIP_ENTRIES }));
      else if (isInvalidXml(JSON.stringify(question))) losses.skip(question.id, NO_XML);
      else {
        losses.dropAll(question, [
          'category',
          'topic_focus',
          'difficulty',
          'tags',
          'explanation',
          'source',
          'license',
          'status',
          'external_id',
        ]);
        if (kindOf(question) !== 'words') losses.dropAll(question, ['accepted_answers']);
        ids.push(question.id);
        yield { name: `items/${question.id}.xml`, content: writeItem(question, version) };
      }
    }
    yield { name: 'imsmanifest.xml', content: manifest(ids, version) };
  }
  yield* writeZip(entries());
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

function manifest(ids: readonly string[], version: Version): string {
  const resources = ids.map(
    (id) =>
      `<resource identifier="r_${id}" type="${version.resource}" href="items/${id}.xml"><file href="items/${id}.xml"/></resource>`,
  );
  return `${HEAD}<manifest xmlns="${version.manifest}" identifier="quaestor"><metadata><schema>QTI Package</schema><schemaversion>${version.schemaVersion}</schemaversion></metadata><organizations/><resources>${resources.join('\n')}</resources></manifest>\n`;
}

function writeItem(question: Question, version: Version): string {
  const { name, attribute } = version;
  const options = optionsOf(question);
  const item = name('assessmentItem');
  const score = `<${name('outcomeDeclaration')} identifier="SCORE" cardinality="single" ${attribute('baseType')}="float"/>`;
  const template = options === null ? 'map_response' : 'match_correct';
  // An identifier must begin with a letter, unlike a UUID.
  return `${HEAD}<${item} xmlns="${version.namespace}" ${version.itemAttributes} identifier="q_${question.id}" title="${escapeAttribute(titleOf(question))}" xml:lang="${question.language}">
${options === null ? wordsResponse(question, version) : choiceResponse(question, options, version)}
${score}
<${name('itemBody')}>${options === null ? wordsBody(question, version) : choiceBody(question, options, version)}</${name('itemBody')}>
<${name('responseProcessing')} template="${version.templates}${template}"/>
</${item}>
`;
}

const letter = (index: number) => `C${index + 1}`;

function declaration(baseType: string, values: string, rest: string, { name, attribute }: Version): string {
  return `<${name('responseDeclaration')} identifier="RESPONSE" cardinality="single" ${attribute('baseType')}="${baseType}"><${name('correctResponse')}><${name('value')}>${values}</${name('value')}></${name('correctResponse')}>${rest}</${name('responseDeclaration')}>`;
}

function choiceResponse({ correct_answer }: Question, options: readonly string[], version: Version): string {
  return declaration('identifier', letter(options.indexOf(correct_answer)), '', version);
}

function choiceBody(question: Question, options: readonly string[], { name, attribute }: Version): string {
  const choices = options.map(
    (option, index) =>
      `<${name('simpleChoice')} identifier="${letter(index)}">${html(option)}</${name('simpleChoice')}>`,
  );
  const opened = `<${name('choiceInteraction')} ${attribute('responseIdentifier')}="RESPONSE" shuffle="true" ${attribute('maxChoices')}="1">`;
  // A prompt cannot contain blocks, which are placed before the interaction.
  const prompt = `<${name('prompt')}>${html(question.question_text)}</${name('prompt')}>`;
  const text = needsPre(question.question_text) ? `${html(question.question_text)}${opened}` : `${opened}${prompt}`;
  return `${text}${choices.join('')}</${name('choiceInteraction')}>`;
}

function wordsResponse({ correct_answer, accepted_answers }: Question, version: Version): string {
  const { name, attribute } = version;
  const entries = [...new Set([correct_answer, ...accepted_answers])].map(
    (text) =>
      `<${name('mapEntry')} ${attribute('mapKey')}="${escapeAttribute(text)}" ${attribute('mappedValue')}="1" ${attribute('caseSensitive')}="false"/>`,
  );
  const mapping = `<${name('mapping')} ${attribute('defaultValue')}="0">${entries.join('')}</${name('mapping')}>`;
  return declaration('string', escapeText(correct_answer), mapping, version);
}

function wordsBody({ question_text }: Question, { name, attribute }: Version): string {
  const field = `<${name('textEntryInteraction')} ${attribute('responseIdentifier')}="RESPONSE" ${attribute('expectedLength')}="40"/>`;
  return needsPre(question_text) ? `${html(question_text)}<p>${field}</p>` : `<p>${html(question_text)} ${field}</p>`;
}

/** Spaces that HTML would collapse. */
const needsPre = (text: string) => /[^\S \n]| {2}|\n\n| \n|\n /u.test(text);

function html(text: string): string {
  return needsPre(text) ? `<pre>${escapeText(text)}</pre>` : escapeText(text).replaceAll('\n', '<br/>');
}
