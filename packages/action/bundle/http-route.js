import { isIP } from "node:net";
// ../client/src/http-errors.ts
var NetworkError = class extends Error {
	code;
	proxy;
	constructor(code, more = {}) {
		super(code, more.cause === void 0 ? {} : { cause: more.cause });
		this.code = code;
		this.proxy = more.proxy;
	}
};
const describeNetworkError = (error, url) => {
	const chain = causesOf(error);
	const proxy = chain.map((each) => each instanceof NetworkError ? each.proxy : void 0).find(Boolean);
	const place = proxy ? `${url} over the proxy ${proxy}` : url;
	for (const each of chain) {
		const code = codeOf(each);
		const refusal = code && /^PROXY_(\d+)$/.exec(code)?.[1];
		if (proxy && refusal) return {
			reason: describeProxyRefusal(proxy, refusal),
			patience: "none"
		};
		const known = code && (KNOWN[code] ?? (/CERT|VERIFY/.test(code) ? untrusted : void 0));
		if (!known) continue;
		const { patience, reason } = known;
		if (proxy && BEFORE_THE_PROXY.has(known)) return {
			patience,
			reason: `the proxy ${proxy} could not be reached${codeNote(code)}; check HTTPS_PROXY, HTTP_PROXY and NO_PROXY`
		};
		return {
			patience,
			reason: known.isWhole ? `${place} ${reason(url)}` : `${place} could not be reached${codeNote(code)}: ${reason(url)}`
		};
	}
	return {
		reason: `${place} could not be reached: ${(chain.at(-1)?.message ?? String(error)).slice(0, 300)}`,
		patience: "some"
	};
};
const describeProxyRefusal = (proxy, status) => Number(status) === 407 ? `the proxy ${proxy} asks for a user and a password (407); set them in HTTPS_PROXY or HTTP_PROXY, or name the server in NO_PROXY` : `the proxy ${proxy} does not lead to the server (${status}); name the server in NO_PROXY if it needs no proxy`;
const codeNote = (code) => OWN.test(code) ? "" : ` (${code})`;
const OWN = /^(?:NO_CONNECTION|SILENT|TIME_UP|PROXY.*)$/;
const untrusted = {
	reason: () => "its certificate is not trusted; set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority",
	patience: "none"
};
const refused = {
	reason: () => "nothing listens there; see that the server runs and that SVC_URL is its address",
	patience: "little"
};
const unresolved = {
	reason: () => "its name could not be resolved; check SVC_URL and the network",
	patience: "little"
};
const cut = {
	reason: (url) => url.startsWith("http:") ? "the connection was cut before a whole answer came; if this stays so, see whether the server wants https" : "the connection was cut before a whole answer came",
	patience: "some"
};
const unanswered = {
	reason: () => "no connection came about in time; check SVC_URL, the network and the firewall",
	patience: "none"
};
const BEFORE_THE_PROXY = new Set([
	refused,
	unresolved,
	unanswered
]);
const otherTongue = {
	reason: () => "what answers there does not speak HTTP; check SVC_URL",
	patience: "none"
};
const KNOWN = {
	ECONNREFUSED: refused,
	ENOTFOUND: unresolved,
	EAI_AGAIN: unresolved,
	EAI_FAIL: unresolved,
	EAI_NODATA: unresolved,
	ECONNRESET: cut,
	ECONNABORTED: cut,
	EPIPE: cut,
	NO_CONNECTION: unanswered,
	ETIMEDOUT: unanswered,
	EHOSTUNREACH: unanswered,
	ENETUNREACH: unanswered,
	EADDRNOTAVAIL: unanswered,
	SILENT: {
		reason: () => "takes requests, but gave no whole answer in 10 s; see how the server is",
		patience: "none",
		isWhole: true
	},
	TIME_UP: {
		reason: () => "gave no whole answer in the time there was; the option timeoutMs or SVC_TIMEOUT_MS gives more",
		patience: "none",
		isWhole: true
	},
	EPROTO: {
		reason: () => "it does not speak TLS as expected; see whether SVC_URL should begin with http://",
		patience: "none"
	},
	PROXY_KIND: {
		reason: () => "HTTPS_PROXY or HTTP_PROXY is not an http or https address",
		patience: "none"
	},
	HPE_INVALID_CONSTANT: otherTongue,
	HPE_HEADER_OVERFLOW: otherTongue,
	CERT_HAS_EXPIRED: {
		reason: () => "its certificate has expired; renew it, or set the clock of this machine",
		patience: "none"
	},
	CERT_NOT_YET_VALID: {
		reason: () => "its certificate is not valid yet; set the clock of this machine",
		patience: "none"
	},
	ERR_TLS_CERT_ALTNAME_INVALID: {
		reason: () => "its certificate is for another host; use the name in SVC_URL that the certificate bears",
		patience: "none"
	},
	DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
	SELF_SIGNED_CERT_IN_CHAIN: untrusted
};
const causesOf = (error, depth = 0) => {
	if (!(error instanceof Error) || depth > 5) return [];
	return [
		error,
		...error instanceof AggregateError ? error.errors.flatMap((each) => causesOf(each, depth + 1)) : [],
		...causesOf(error.cause, depth + 1)
	];
};
const codeOf = (error) => "code" in error && typeof error.code === "string" ? error.code : void 0;
// ../client/src/http-route.ts
const CONNECT_MS = 5e3;
const toOptions = (url) => {
	const host = url.hostname.replace(/^\[|\]$/g, "");
	return {
		agent: false,
		host,
		servername: isIP(host) ? "" : host,
		port: url.port || (url.protocol === "https:" ? 443 : 80),
		path: `${url.pathname}${url.search}`,
		autoSelectFamilyAttemptTimeout: 1e3
	};
};
const builtIn = (isTls) => isTls ? process.getBuiltinModule("node:https") : process.getBuiltinModule("node:http");
export { describeNetworkError as a, NetworkError as i, builtIn as n, describeProxyRefusal as o, toOptions as r, CONNECT_MS as t };
