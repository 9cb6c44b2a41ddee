/** One server-sent event. */
export interface ServerEvent {
  /** `message` if the server names none. */
  event: string
  /** The last id that the server sent, up to this event. */
  id: string | undefined
  data: string
}

/**
 * The data of each event of a stream of server-sent events. Omits comments, which keep a connection
 * alive.
 */
export async function* readEvents(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  for await (const { data } of readServerEvents(pieces)) yield data
}

/** The same with names and ids. `onRetry` receives the pause that the server asks for, milliseconds. */
export async function* readServerEvents(
  pieces: AsyncIterable<Buffer | string>,
  onRetry: (ms: number) => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let event = 'message'
  let id: string | undefined
  for await (const piece of pieces) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event, id, data: data.join('\n') }
        data = []
        event = 'message'
        continue
      }
      const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name === 'data') data.push(value)
      else if (name === 'event') event = value
      else if (name === 'id' && !value.includes('\0')) id = value
      else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
    }
  }
}
