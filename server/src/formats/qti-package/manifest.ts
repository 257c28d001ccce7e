import { FormatError } from '../format.ts';
import { type XmlElement, XmlElements } from '../shared/xml.ts';
import { childrenNamed, findAll } from '../shared/xml-tree.ts';
import type { Package } from '../shared/zip.ts';

const NAME = 'imsmanifest.xml';

interface Resource {
  id: string;
  type: string;
  /** Its files as paths in the package, the main one first. */
  files: string[];
  dependencies: string[];
}

/** The files with items that the manifest of a package lists, without repeats, in its order. */
export async function findItemFiles(zip: Package): Promise<string[]> {
  const manifests = zip.names.filter((name) => name === NAME || name.endsWith(`/${NAME}`));
  if (manifests.length === 0) throw new FormatError('missing_file', `The package has no "${NAME}".`);
  // A manifest at the root lists everything; otherwise every folder has its own.
  const used = manifests.includes(NAME) ? [NAME] : manifests;
  const resources: Resource[] = [];
  for (const manifest of used) resources.push(...(await readResources(zip, manifest)));
  const unique = [...new Set(chooseFiles(resources))];
  const tests = resources.filter(({ type }) => type.startsWith('imsqti')).flatMap(({ files }) => files.slice(0, 1));
  const missing = [...unique, ...tests].find((file) => !zip.has(file));
  if (missing !== undefined) {
    throw new FormatError(
      'missing_file',
      `The manifest names "${missing.slice(0, 200)}", which is not in the package.`,
      { file: missing },
    );
  }
  return unique;
}

async function readResources(zip: Package, file: string): Promise<Resource[]> {
  const folder = file.slice(0, -NAME.length);
  const resources: Resource[] = [];
  for await (const { element } of new XmlElements(zip.read(file), (name) => name === 'resource', { file })) {
    resources.push(readResource(element, folder));
  }
  return resources;
}

function readResource(element: XmlElement, folder: string): Resource {
  const { attributes } = element;
  // Blackboard has one file, in a separate attribute.
  const hrefs = [
    attributes['file'],
    attributes['href'],
    ...findAll(element, 'file').map((file) => file.attributes['href']),
  ];
  const base = attributes['file'] === undefined ? (attributes['xml:base'] ?? '') : '';
  return {
    id: attributes['identifier'] ?? '',
    type: attributes['type'] ?? '',
    files: hrefs
      .filter((href) => href !== undefined && !/^https?:/iu.test(href))
      .map((href) => resolvePath(folder, base + href)),
    dependencies: childrenNamed(element, 'dependency').map(
      (dependency) => dependency.attributes['identifierref'] ?? '',
    ),
  };
}

/** Resolves a path inside the package, and rejects one that leaves it. */
function resolvePath(folder: string, href: string): string {
  const parts: string[] = [];
  const unsafe = () =>
    new FormatError('unsafe_path', `The manifest names "${href.slice(0, 200)}", which is outside of the package.`);
  const path = folder + decode(href.split(/[?#]/u)[0] ?? '');
  if (href.startsWith('/') || /^[a-z][a-z\d+.-]*:/iu.test(href) || path.includes('\\')) throw unsafe();
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) throw unsafe();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const ASSESSMENT = /^imsqti_xmlv1p\d|^assessment\/x-bb-qti-/u;
const ITEM = /^imsqti_(?:apip)?item_xmlv(?:2p[0-2]|3p0)/u;
/** Canvas writes a quiz twice: a subset for other programs, and this file for itself. */
const CANVAS = /(?:^|\/)non_cc_assessments\/[^/]+\.xml\.qti$/u;

function chooseFiles(resources: readonly Resource[]): string[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const files = resources.flatMap(({ type, files: own, dependencies }) => {
    if (ITEM.test(type)) return own.slice(0, 1);
    if (ASSESSMENT.test(type)) {
      const whole = dependencies.flatMap((id) => byId.get(id)?.files ?? []).find((file) => CANVAS.test(file));
      const main = own.find((file) => /\.(?:xml|dat|qti)$/iu.test(file));
      return whole === undefined ? (main === undefined ? [] : [main]) : [whole];
    }
    return [];
  });
  // Question banks of Canvas can only be recognised by their file name.
  const banks = resources.filter(
    ({ type, files: own }) => type.startsWith('associatedcontent') && CANVAS.test(own[0] ?? ''),
  );
  return [...files, ...banks.flatMap(({ files: own }) => own.slice(0, 1))];
}
