import { Problem } from '../../kernel/problem.ts'
import { isReservedName } from '../../kernel/reserved-names.ts'
import { SERVER_NAME } from '../dependencies.ts'

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const [LEAST, MOST] = [2, 64]

/** Returns the name if it is valid. Throws INVALID_REQUEST with the corrected form otherwise. */
export function requireAgentName(name: string): string {
  if (name === SERVER_NAME)
    throw invalid(
      `name must not be ${SERVER_NAME}: that is the name of the server on the bus. Choose one that says what you do, such as checkout-tests.`,
    )
  if (NAME.test(name) && name.length >= LEAST && name.length <= MOST) return name
  const corrected = correct(name)
  throw invalid(
    `name must have ${LEAST} to ${MOST} lower-case letters and digits, with single hyphens between them: no capitals, no colons, no spaces.${corrected === null ? '' : ` Use ${corrected}.`}`,
  )
}

/** Corrects a name; null if too little of it remains. */
function correct(name: string): string | null {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const corrected = words.join('-').slice(0, MOST).replace(/-$/, '')
  return corrected.length < LEAST || isReservedName(corrected) ? null : corrected
}

const invalid = (message: string) => new Problem('INVALID_REQUEST', message)
