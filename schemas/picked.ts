/** Returns the values of these fields, in their order. */
export const picked = <T extends object, const K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
