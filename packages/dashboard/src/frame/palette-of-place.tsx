import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Palette } from './palette.tsx'
import { sourcesOf } from './palette-sources.ts'
import type { Place } from './place.tsx'

/** The palette of a page, with everything that can be found from there. */
export function PaletteOfPlace({ place, onClose }: { place: Place; onClose: () => void }) {
  const queries = useQueryClient()
  const sources = useMemo(() => sourcesOf(queries, place), [queries, place])
  return <Palette sources={sources} onClose={onClose} />
}
