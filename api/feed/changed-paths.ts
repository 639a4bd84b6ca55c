/** Returns the paths at which two JSON values differ, such as `original.title`, in the order of the second; a list counts as one value. */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (!isObject(before) || !isObject(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !(name in after))];
  return names.flatMap((name) => changedPaths(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
