/**
 * The path of a category in Moodle: "Science/Physics", with slashes inside names doubled. $course$, $module$ and the
 * like, followed by "top", are the root. The first name becomes our category, the rest its topic.
 */
export function readCategoryPath(path: string): { category: string | null; topic_focus: string | null } {
  const parts = splitPath(path);
  if (/^\$\w{1,30}\$$/u.test(parts[0] ?? '')) {
    parts.shift();
    if (parts[0] === 'top') parts.shift();
  }
  const [category, ...topics] = parts.filter((part) => part !== '');
  return { category: category ?? null, topic_focus: topics.length === 0 ? null : topics.join(' > ') };
}

function splitPath(path: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < path.length; at += 1) {
    if (path[at] !== '/') part += path[at];
    else if (path[at + 1] === '/') {
      part += '/';
      at += 1;
    } else {
      parts.push(part.trim());
      part = '';
    }
  }
  return [...parts, part.trim()];
}

/** Undefined if the path could not be read back: a slash at the edge of a name, a line break, the name of a root. */
export function writeCategoryPath(category: string, topic: string | null): string | undefined {
  const names = topic === null ? [category] : [category, topic];
  if (names.some((name) => /^\/|\/$|\n/u.test(name)) || /^\$\w{1,30}\$$/u.test(category)) return undefined;
  return names.map((name) => name.replaceAll('/', '//')).join('/');
}
