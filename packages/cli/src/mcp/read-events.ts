/** The data of each event of a stream of server-sent events. Comments, which keep a connection alive, are left out. */
export async function* readEvents(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const piece of pieces) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      else if (line === '' && data.length > 0) {
        yield data.join('\n')
        data = []
      }
  }
}
