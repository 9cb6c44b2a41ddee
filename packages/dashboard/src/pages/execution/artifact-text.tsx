import { queryOptions, useQuery } from '@tanstack/react-query'
import { clientOf } from '../../data/client.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Output } from '../../parts/output.tsx'

/** As much as the server gives at once: some 80 kB. */
const MOST_TOKENS = 20_000

const textOf = (id: string) =>
  queryOptions({
    queryKey: ['artifact-text', id],
    queryFn: async ({ signal }) =>
      (await clientOf().getArtifactText({ id, maxTokens: MOST_TOKENS }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The beginning of a text file, and a link to the whole file. */
export function ArtifactText({ id, name }: { id: string; name: string }) {
  const { data, error } = useQuery(textOf(id))
  if (!data && !error) return <Skeleton rows={8} />
  const about = error ? error.message : (data?.note ?? (data?.nextOffset ? 'The beginning of the file.' : ''))
  return (
    <>
      {data?.text && <Output text={data.text} label={name} />}
      {data?.text === '' && !about && <p className="muted">The file is empty.</p>}
      <p className="artifact-rest">
        {about && <span {...(error && { role: 'alert' })}>{about} </span>}
        <a className="link" href={`/api/artifacts/${encodeURIComponent(id)}`} download={name}>
          Download
        </a>
      </p>
    </>
  )
}
