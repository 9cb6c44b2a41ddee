import { type Dialect, plainName } from '../dialect.ts'

/** Every other tool: Robot Framework, Catch2, GoogleTest, Karma, Swift, minitest and many more. */
export const plain: Dialect = { name: 'junit', detect: () => true, nameOf: plainName }
