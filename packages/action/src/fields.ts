/** Returns the value at a path such as `pull_request.head.sha` of an untrusted value; undefined if absent. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (each, name) =>
        typeof each === 'object' && each !== null && Object.hasOwn(each, name)
          ? Reflect.get(each, name)
          : undefined,
      value,
    )

export const textAt = (value: unknown, path: string): string | undefined => {
  const text = at(value, path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Returns a whole number from 0 at a path. */
export const countAt = (value: unknown, path: string): number | undefined => {
  const count = at(value, path)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

export const listAt = (value: unknown, path: string): unknown[] => {
  const list = at(value, path)
  return Array.isArray(list) ? list : []
}

/** Returns a full commit sha at a path, in lower case. */
export const shaAt = (value: unknown, path: string): string | undefined => {
  const sha = textAt(value, path)?.toLowerCase()
  return sha && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? sha : undefined
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
