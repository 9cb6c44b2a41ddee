import { OPERATIONS } from './generated.ts'
import {
  type Answer,
  type Arguments,
  type CallOptions,
  type ClientOptions,
  createPartialClient,
  type Data,
  type Input,
  type Name,
  type PartialClient,
} from './partial-client.ts'

/** Operations that answer with pages. */
type ListName = {
  [N in Name]: (typeof OPERATIONS)[N] extends { answer: 'list' } ? N : never
}[Name]

type Item<N extends Name> = Data<N> extends (infer T)[] ? T : never

/** Each operation as a method; `all` reads a list page by page. */
export type Client = PartialClient<Name> & {
  all<N extends ListName>(name: N, ...given: Arguments<N>): AsyncGenerator<Item<N>, void, undefined>
}

/** Creates a client of one server; sends nothing before a method is called. Throws `SvcError`. */
export function createClient(options: ClientOptions): Client {
  const client = createPartialClient(OPERATIONS, options)
  async function* all(name: ListName, input: Input = {}, call: CallOptions = {}) {
    const ask = client[name] as (input: Input, call: CallOptions) => Promise<Answer<unknown[]>>
    let cursor = input.cursor
    do {
      const page = await ask({ ...input, cursor }, call)
      yield* page.data
      cursor = page.nextCursor
    } while (cursor)
  }
  return { ...client, all } as Client
}
