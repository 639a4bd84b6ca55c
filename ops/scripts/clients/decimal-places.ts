/** The places of decimals in the types of an interface, for a client to find them in a parsed answer. */
import type { NamedType, Shape } from './shape.ts';

/**
 * Where a type has decimals. `*`: the value itself; a name: see that type; [x] or {'': x}: in each element of a list or record; null:
 * nowhere. Several alternatives in one place: the keys `any0`, `any1` and so on.
 */
export type DecimalPlace = string | readonly [DecimalPlace] | { readonly [key: string]: DecimalPlace } | null;

export interface DecimalPlaces {
  /** Fields that are or lead to a decimal, by type. */
  readonly byType: Readonly<Record<string, Readonly<Record<string, DecimalPlace>>>>;
  readonly of: (shape: Shape) => DecimalPlace;
}

/** Returns the places in all types; `of` answers for a further shape. */
export function decimalPlaces(types: readonly NamedType[]): DecimalPlaces {
  const leading = new Set<string>();
  // Types refer to each other: this repeats until no further type leads to a decimal.
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
        // With text as an alternative, a decimal cannot be distinguished.
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
  return { byType: Object.fromEntries(byType) as DecimalPlaces['byType'], of: placeOf };
}
