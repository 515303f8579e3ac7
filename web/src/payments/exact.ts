// Rejects, at compile time, keys that the provider's script does not know. TypeScript's own excess property check covers object
// literals only: spreads, variables and lists from elsewhere pass it.

type KeysOf<Shape> = Shape extends unknown ? keyof Shape : never;
type ValueOf<Shape, Name> = Shape extends unknown ? (Name extends keyof Shape ? Shape[Name] : never) : never;
type Plain = string | number | boolean | null | undefined | ((...given: never[]) => unknown);

/** The given type, with `never` for each key that the shape lacks, at any depth. */
export type Exact<Given, Shape> = Given extends Plain
  ? Given
  : Given extends readonly (infer One)[]
    ? Shape extends readonly (infer Other)[]
      ? Exact<One, Other>[]
      : never
    : {
        [Name in keyof Given]: Name extends KeysOf<Shape>
          ? Exact<Given[Name], NonNullable<ValueOf<Shape, Name>>>
          : never;
      };

/**
 * Returns its argument, which must have the keys of a shape and no others. The shape is passed first, in a call of its own, so
 * that the expected type of the result does not influence the inferred type of the value.
 */
export const exactly =
  <Shape>() =>
  <Given extends Shape>(given: Given & Exact<Given, Shape>): Shape =>
    given;
