import type { Store } from '../../ground/store/open.ts'
import { idsOf, readSide, unpack } from './rows/read-side.ts'
import { readUnmoved } from './rows/read-unmoved.ts'
import type { Side, SideRow } from './side.ts'

/** The worst result of each test on each of these sides, by the test's id. */
export const readWorst = async (store: Store, sides: Side[]): Promise<Map<number, SideRow>[]> =>
  sides.length === 0
    ? []
    : readUnmoved(store, idsOf(sides), async (archived) => {
        const unpacked = await unpack(store, archived)
        return Promise.all(sides.map((side) => readSide(store, side, unpacked)))
      })
