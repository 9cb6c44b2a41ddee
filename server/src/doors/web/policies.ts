/**
 * Pages: only this server's own files, and no text ever becomes a script or a style. Artifacts and the viewer of traces
 * may come from their own origin, if the server has one.
 */
export const pagePolicy = (artifactsOrigin: string | null): string => {
  const shown = artifactsOrigin === null ? '' : ` ${artifactsOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob:${shown}`,
    "font-src 'self'",
    "connect-src 'self'",
    `media-src 'self'${shown}`,
    `frame-src 'self'${shown}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types svc-worker svc-viewer 'allow-duplicates'",
  ].join('; ')
}

/** Playwright's viewer draws snapshots in frames, and reads only traces of this server. */
const TRACE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' data:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The policy of the viewer; on the origin of artifacts, the pages of the main origin frame it. */
export const tracePolicy = (embeddedBy: string | null): string =>
  embeddedBy === null ? TRACE_POLICY : `${TRACE_POLICY} ${embeddedBy}`

/** Assets: the pages' worker reads foreign texts, and needs nothing else. A script of a page keeps the page's policy. */
export const ASSET_POLICY = "default-src 'none'"

/** A page that contains only text. */
export const PLAIN_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
