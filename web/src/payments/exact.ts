// Keys that the provider's script does not know must not compile. The compiler's own check sees plain literals alone: it lets a
// spread, a variable and a list from elsewhere through.

type KeysOf<Shape> = Shape extends unknown ? keyof Shape : never;
type ValueOf<Shape, Name> = Shape extends unknown ? (Name extends keyof Shape ? Shape[Name] : never) : never;
type Plain = string | number | boolean | null | undefined | ((...given: never[]) => unknown);

/** What was given, with `never` for each key that the shape lacks, at any depth. */
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

/** Hands a value on that has the keys of a shape and no others. Its type is the shape's: what is expected of a result would decide
 * what the compiler takes the value for. */
export const exactly =
  <Shape>() =>
  <Given extends Shape>(given: Given & Exact<Given, Shape>): Shape =>
    given;
