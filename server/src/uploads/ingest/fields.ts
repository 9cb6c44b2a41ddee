import { LIMITS } from '@svc/protocol'
import { filled, list, number, object, oneOf, type Place, refuse, text, whole } from './check.ts'

/** What readers of one value share. */
export interface Reading {
  /** Throws for names that no reader knows, so that typing errors are not ignored. */
  isStrict: boolean
  /** How many more steps the attempt may have. */
  stepsLeft: number
}

/** Returns the checked value; throws a Problem that names the place. */
export type Read<T> = (place: Place, value: unknown, reading: Reading) => T

/** A field that may be missing; null is the same. */
interface Optional<T> {
  optional: Read<T>
}

/** A reader of each field of the protocol's type: a field too few or too many is a type error. */
export type FieldsOf<T> = {
  readonly [Name in keyof T]-?: Record<never, never> extends Pick<T, Name>
    ? Optional<Exclude<T[Name], undefined>>
    : Read<T[Name]>
}

export const optional = <T>(read: Read<T>): Optional<T> => ({ optional: read })

/** Reads an object by its fields. Missing ones are missing in the value, too, instead of undefined. */
export function record<T extends object>(fields: FieldsOf<T>): Read<T> {
  const known = new Map(Object.entries(fields as Record<string, Read<unknown> | Optional<unknown>>))
  const readers = [...known].map(([name, field]) =>
    typeof field === 'function'
      ? { name, read: field, isOptional: false }
      : { name, read: field.optional, isOptional: true },
  )
  return (place, value, reading) => {
    const given = object(place, value)
    const kept: Record<string, unknown> = {}
    for (const { name, read, isOptional } of readers) {
      const field = given[name]
      if (isOptional && (field === undefined || field === null)) continue
      kept[name] = read(`${place}.${name}`, field, reading)
    }
    if (reading.isStrict)
      for (const name in given)
        if (!known.has(name))
          refuse(
            place,
            `no field ${JSON.stringify(name.slice(0, 100))} (known: ${[...known.keys()].join(', ')})`,
          )
    return kept as T
  }
}

export const listOf =
  <T>(read: Read<T>, most: number): Read<T[]> =>
  (place, value, reading) =>
    list(place, value, most).map((one, i) => read(`${place}[${i}]`, one, reading))

/** A reader of values that contain values of their own kind. */
export function nested<T>(what: string, of: (below: Read<T>) => Read<T>): Read<T> {
  let read: Read<T> = (place) => refuse(place, `${what} nested at most ${LIMITS.depth} deep`)
  for (let depth = 0; depth <= LIMITS.depth; depth++) read = of(read)
  return read
}

export const textOf =
  (mostBytes?: number): Read<string> =>
  (place, value) =>
    text(place, value, mostBytes)

export const filledOf =
  (mostBytes?: number): Read<string> =>
  (place, value) =>
    filled(place, value, mostBytes)

export const numberOf =
  (least?: number, most?: number): Read<number> =>
  (place, value) =>
    number(place, value, least, most)

export const wholeOf =
  (least?: number, most?: number): Read<number> =>
  (place, value) =>
    whole(place, value, least, most)

export const oneOfThe =
  <const T extends string>(words: readonly T[]): Read<T> =>
  (place, value) =>
    oneOf(place, value, words)
