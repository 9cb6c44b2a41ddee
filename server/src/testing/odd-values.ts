/**
 * Values that break code which takes a value of a client for a text or for a plain object. Own keys have the names of
 * methods, as `JSON.parse` makes them.
 */
export const ODD_VALUES: readonly unknown[] = [
  ...[
    '{"toString":1}',
    '{"valueOf":1,"toString":null}',
    '{"toJSON":1}',
    '{"__proto__":{"toString":1}}',
    '{"constructor":1}',
    '{"hasOwnProperty":1,"then":1,"length":-1}',
    '[{"toString":1}]',
  ].map((json) => JSON.parse(json) as unknown),
  nested(200),
  null,
  true,
  -0,
  1e308,
  2 ** 53,
  '',
  '\0',
  '\ud800',
  [],
  [[]],
  {},
]

function nested(depth: number): unknown {
  return JSON.parse(`${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`) as unknown
}

/** Copies of a value in which one part, at any depth, is odd. */
export function oddVersions(value: unknown): unknown[] {
  if (Array.isArray(value))
    return [
      ...ODD_VALUES,
      ...value.flatMap((part, i) => oddVersions(part).map((odd) => value.with(i, odd) as unknown)),
    ]
  if (typeof value === 'object' && value !== null)
    return [
      ...ODD_VALUES,
      ...Object.entries(value).flatMap(([key, part]) =>
        oddVersions(part).map((odd) => ({ ...value, [key]: odd }) as unknown),
      ),
    ]
  return [...ODD_VALUES]
}
