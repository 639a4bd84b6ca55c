/** Finds the decimals in the types of an interface, so that a client can convert them in a parsed response. */
import type { NamedType, Shape } from './shape.ts';

/**
 * The place of decimals in a type. `*` is a decimal itself, a name refers to that type, [x] and {'': x} are a list and a record with x in each
 * element, null means no decimal. Alternatives in one place have the keys `any0`, `any1` and so on.
 */
export type DecimalPlace = string | readonly [DecimalPlace] | { readonly [key: string]: DecimalPlace } | null;

export function decimalPlaces(types: readonly NamedType[]) {
  const leading = new Set<string>();
  // Types refer to each other, so this repeats until no further type has decimals.
  for (let before = -1; before !== leading.size;) {
    before = leading.size;
    for (const { name, fields, shape } of types)
      if (fields === null ? placeOf(shape) !== null : fields.some((field) => placeOf(field.shape) !== null)) leading.add(name);
  }

  function placeOf(shape: Shape): DecimalPlace {
    switch (shape.kind) {
      case 'named':
        return leading.has(shape.name) ? shape.name : null;
      case 'scalar':
        return shape.name === 'decimal' || shape.name === 'number' ? '*' : null;
      case 'literals':
        return null;
      case 'list': {
        const of = placeOf(shape.of);
        return of === null ? null : [of];
      }
      case 'record': {
        const of = placeOf(shape.of);
        return of === null ? null : { '': of };
      }
      case 'union': {
        // When a text is possible too, a decimal cannot be distinguished from it.
        if (shape.of.some((each) => each.kind === 'scalar' && each.name === 'string')) return null;
        const places = [...new Set(shape.of.map(placeOf).filter((place) => place !== null))];
        return places.length <= 1 ? (places[0] ?? null) : Object.fromEntries(places.map((place, index) => [`any${index}`, place]));
      }
    }
  }

  const byType = types
    .filter(({ name, fields }) => fields !== null && leading.has(name))
    .map(({ name, fields }) => [
      name,
      Object.fromEntries(fields!.map((field) => [field.name, placeOf(field.shape)] as const).filter(([, place]) => place !== null)),
    ]);
  return { byType: Object.fromEntries(byType) as Readonly<Record<string, Readonly<Record<string, DecimalPlace>>>>, placeOf };
}
