import { makeOpenApi } from './openapi.ts'
import examples from './reference-examples.json' with { type: 'json' }
import { type Example, PAGE_POLICY, referencePage } from './reference-page.ts'

/** The document and its page as bytes, to be sent as they are. */
export async function makeReference(baseUrl: string) {
  const document = makeOpenApi(baseUrl)
  return {
    json: bytes(JSON.stringify(document)),
    page: bytes(await referencePage(document, examples as Record<string, Example>)),
    policy: PAGE_POLICY,
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
