import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import { makeOpenApi } from '../openapi/openapi.ts'
import examples from './examples.json' with { type: 'json' }
import { type Example, PAGE_POLICY, referencePage } from './page.ts'

/** The document and its page as bytes, ready to send. */
export async function makeReference(baseUrl: string) {
  const document = await makeOpenApi(baseUrl)
  const json = bytes(JSON.stringify(document))
  await ownTurn()
  return {
    json,
    page: bytes(await referencePage(document, examples as Record<string, Example>)),
    policy: PAGE_POLICY,
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
