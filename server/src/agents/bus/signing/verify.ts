import type { Db } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow } from '../dependencies.ts'
import { type KeyRow, keysByIds, openKey } from './keys.ts'
import { envelopeText, signedText } from './signed-text.ts'
import { isSameMac } from './signer.ts'

/**
 * `authentic`: exactly as sent. `changed`: a column or its key was modified after sending.
 * `unverifiable`: its key is missing, or encrypted with another secret.
 */
export type Authenticity = 'authentic' | 'changed' | 'unverifiable'

/**
 * Verifies messages, in their order. It reads their keys each time, so that a modified key is
 * detected.
 */
export async function verifyMessages(
  db: Db,
  { signer, store }: Pick<BusParts, 'signer' | 'store'>,
  rows: MessageRow[],
): Promise<Authenticity[]> {
  const keys = await keysByIds(
    db,
    { store },
    rows.map(({ key_id }) => key_id),
  )
  return rows.map((row) => verify(signer, row, keys.get(row.key_id)))
}

function verify(signer: BusParts['signer'], row: MessageRow, keyRow: KeyRow | undefined): Authenticity {
  const isSealed = isSameMac(signer.mac(envelopeText(row)), row.envelope_mac)
  // Its envelope is intact, so the message named this key when it was sent.
  if (!keyRow) return isSealed ? 'unverifiable' : 'changed'
  const key = openKey({ signer }, keyRow)
  if (key === 'foreign') return 'unverifiable'
  if (key === 'damaged') return 'changed'
  const isOfSender =
    keyRow.organization_id === row.organization_id &&
    keyRow.agent_id === row.from_agent_id &&
    keyRow.agent_name === row.from_name
  const { from_name: from, to_name: to, payload, sent_at: timestamp } = row
  const isSigned = isSameMac(key.sign(signedText({ from, to, payload, timestamp })), row.signature)
  return isOfSender && isSealed && isSigned ? 'authentic' : 'changed'
}
