/** Returns an object with only these fields, in this order. */
export const picked = <T extends object, const K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
