import { i as NetworkError, n as builtIn, o as describeProxyRefusal, r as toOptions, t as CONNECT_MS } from "./http-route.js";
// ../client/src/redact-patterns.ts
const TOKENS = [
	"gh[pousr]_[A-Za-z0-9]{30,}",
	"github_pat_[A-Za-z0-9_]{22,}",
	"gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.-]{20,}",
	"GR1348941[A-Za-z0-9_-]{20,}",
	"ATATT3[A-Za-z0-9_=-]{60,}",
	"ATBB[A-Za-z0-9]{24,}",
	"npm_[A-Za-z0-9]{36,}",
	"pypi-Ag[A-Za-z0-9_-]{50,}",
	"rubygems_[a-f0-9]{48}",
	"oy2[a-z0-9]{43}",
	"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",
	"AKCp[A-Za-z0-9]{60,}",
	"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}",
	"AIza[0-9A-Za-z_-]{35}",
	"ya29\\.[0-9A-Za-z_-]{20,}",
	"GOCSPX-[A-Za-z0-9_-]{24,}",
	"LTAI[A-Za-z0-9]{16,24}",
	"do[opr]_v1_[a-f0-9]{64}",
	"dapi[a-f0-9]{32}",
	"hv[sbr]\\.[A-Za-z0-9_-]{24,}",
	"dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{40,}",
	"pul-[a-f0-9]{40}",
	"sbp_[a-f0-9]{40}",
	"sb_secret_[A-Za-z0-9_-]{20,}",
	"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{30,}",
	"HRKU-[A-Za-z0-9_-]{36,}",
	"nfp_[A-Za-z0-9]{36,}",
	"fm[12][ar]?_[A-Za-z0-9+/=]{100,}",
	"tskey-[a-z]{2,16}-[A-Za-z0-9-]{16,}",
	"xox[abeoprs]-[A-Za-z0-9-]{10,}",
	"xapp-\\d-[A-Za-z0-9-]{20,}",
	"SK[0-9a-f]{32}",
	"SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}",
	"key-[0-9a-f]{32}",
	"[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}",
	"[sr]k_(?:live|test|prod)_[0-9A-Za-z]{16,}",
	"whsec_[A-Za-z0-9+/]{24,}={0,2}",
	"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
	"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}",
	"sk-(?=[A-Za-z_-]{0,80}\\d)[A-Za-z0-9_-]{32,}",
	"hf_[A-Za-z0-9]{30,}",
	"gsk_[A-Za-z0-9]{40,}",
	"r8_[A-Za-z0-9]{36,}",
	"xai-[A-Za-z0-9]{60,}",
	"pplx-[A-Za-z0-9]{40,}",
	"sntry[su]_[A-Za-z0-9_+/=.-]{40,}",
	"lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
	"secret_[A-Za-z0-9]{43}",
	"ntn_[A-Za-z0-9]{40,}",
	"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
	"gl(?:c|sa)_[A-Za-z0-9+/_]{32,}={0,2}",
	"NRAK-[A-Z0-9]{27}",
	"sq[apu]_[a-f0-9]{40}",
	"CCIPAT_[A-Za-z0-9_]{30,}",
	"bkua_[a-f0-9]{40}",
	"figd_[A-Za-z0-9_-]{40,}",
	"pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}",
	"ops_eyJ[A-Za-z0-9_-]{100,}",
	"AGE-SECRET-KEY-1[0-9A-Z]{58}",
	"svc_[0-9A-Za-z]{40,}",
	"eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?"
];
const LOOKS_RANDOM = "(?=[^\\s\"']{0,60}?(?:\\d|[a-z][A-Z]))";
const BETWEEN = "[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?";
const AFTER_A_WORD = [
	["[Bb]earer\\s{1,4}", `${LOOKS_RANDOM}[A-Za-z0-9._~+/-]{16,}={0,2}`],
	["[Bb]asic\\s{1,4}", "(?=[A-Za-z+/]{0,500}[0-9=])[A-Za-z0-9+/]{12,}={0,2}"],
	[`(?:[Pp]roxy-)?[Aa]uthorization${BETWEEN}(?:[A-Za-z]{2,20}\\s{1,4})?`, "[^\\s\"',;[]{8,}"],
	[`[Xx]-(?:[Aa]pi-[Kk]ey|[Aa]uth-[Tt]oken|[Gg]it[Ll]ab-[Tt]oken|[Vv]ault-[Tt]oken)${BETWEEN}`, "[^\\s\"',;[]{8,}"],
	[`(?:aws_?)?(?:secret_?access_?key|[Ss]ecretAccessKey)${BETWEEN}`, "[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])"],
	[`(?:AWS_?)?SECRET_?ACCESS_?KEY${BETWEEN}`, "[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])"],
	["(?:AccountKey|SharedAccessKey)=", "[A-Za-z0-9+/]{40,}={0,2}"],
	["hooks\\.slack\\.com/(?:services|workflows|triggers)/", "[A-Za-z0-9+/]{20,}"],
	["discord(?:app)?\\.com/api/webhooks/\\d{1,20}/", "[A-Za-z0-9_-]{40,}"]
];
const ANYWHERE = [
	[`(?:[Pp]ass(?:word|wd|phrase)|PASSW(?:OR)?D)${BETWEEN}`, `${LOOKS_RANDOM}[^\\s"',;&[]{8,}`],
	["[?&](?:sig|(?:[a-z]{1,20}_)?(?:token|secret|password|api_?key))=", `${LOOKS_RANDOM}[^\\s&"'<>#[]{8,}`],
	["\\.atlasv1\\.", "[A-Za-z0-9_-]{40,}"],
	["(?<=\\d{8}):", "AA[A-Za-z0-9_-]{32,35}"],
	["://", "[^\\s/:@\"'<>]{0,256}:[^\\s/@\"'<>]{1,256}(?=@)"]
];
const KEY_BLOCK = "[A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----";
const ORPHAN_END = new RegExp(`^[\\s\\S]*?-----END ${KEY_BLOCK}`);
const afterWhat = ([before, secret]) => `(${before})${secret}`;
const SECRET_SHAPES = [
	`\\b([nrt]?)(?:${TOKENS.join("|")})`,
	`\\b(?:${AFTER_A_WORD.map(afterWhat).join("|")})`,
	...ANYWHERE.map(afterWhat),
	`-----BEGIN ${KEY_BLOCK}[\\s\\S]*?(?:-----END ${KEY_BLOCK}|$)`
];
// ../client/src/redact-values.ts
const SECRET_NAME = /token|secret|passw(?:or)?d|passphrase|(?:_|^pg)p(?:wd|ass)$|api_?key|(?:access|private|signing|encryption|master|deploy|account|storage)_?key|credential|connection_?string|webhook|jwt|cookie|(?:^|_)(?:pat|auth)$/i;
const NO_SECRET_NAME = /_(?:file|path|dir|home|type|name|helper|user|username|host|port|region|ttl|expiry)$|^GOOGLE_APPLICATION_CREDENTIALS$/i;
const SECRET_LENGTH = 8;
const NAMED_SECRET_LENGTH = 4;
const readSecrets = (env, apiKey, named) => {
	const secrets = new Set();
	if (apiKey && apiKey.length >= SECRET_LENGTH) secrets.add(apiKey);
	for (const [name, given] of Object.entries(env)) {
		const value = given?.trim() ?? "";
		if (value.length >= leastLength(name, named)) secrets.add(value);
		const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1];
		if (password && isUnmistakable(password)) secrets.add(password);
	}
	return [...secrets];
};
const leastLength = (name, named) => {
	if (named.includes(name)) return NAMED_SECRET_LENGTH;
	return SECRET_NAME.test(name) && !NO_SECRET_NAME.test(name) ? SECRET_LENGTH : Number.POSITIVE_INFINITY;
};
const isUnmistakable = (value) => value.length >= 16 || value.length >= 10 && /[A-Za-z]/.test(value) && /\d/.test(value);
const PIECE = 512;
const ENCODED_FROM = 8;
const LINE_FROM = 16;
const formsOf = (value) => {
	return [value, ...(value.includes("\n") ? value.split("\n").map((line) => line.trim()) : []).filter((line) => line.length >= LINE_FROM)].flatMap(piecesOf).flatMap((piece) => {
		const inUrl = percentEncoded(piece);
		const inJson = JSON.stringify(piece).slice(1, -1);
		return [
			piece,
			inUrl,
			inUrl.replace(/%../g, (code) => code.toLowerCase()),
			inJson,
			...inBase64(piece)
		];
	});
};
const piecesOf = (value) => {
	if (value.length <= 2 * PIECE) return [value];
	const pieces = [];
	for (let at = 0; at < value.length; at += PIECE) {
		const piece = value.slice(at, at + PIECE);
		if (piece.length >= LINE_FROM) pieces.push(piece);
	}
	return pieces;
};
const percentEncoded = (text) => encodeURIComponent(Buffer.from(text).toString());
const inBase64 = (value) => {
	const bytes = Buffer.from(value);
	if (bytes.length < ENCODED_FROM) return [];
	return [
		0,
		1,
		2
	].flatMap((shift) => {
		const own = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64").slice(Math.ceil(shift * 4 / 3), Math.floor((shift + bytes.length) * 4 / 3));
		return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
	});
};
// ../client/src/redact.ts
const MASK = "[redacted]";
const makeRedactor = (secrets) => {
	const inText = matcher(secrets);
	const inNames = matcher(secrets.filter(isUnmistakable));
	let count = 0;
	const mask = (_match, ...rest) => {
		count += 1;
		const before = rest.find((each) => each !== void 0);
		return typeof before === "string" ? before + MASK : MASK;
	};
	return {
		text: (text) => {
			const masked = text.replace(inText, mask);
			return masked.includes("PRIVATE KEY") ? masked.replace(ORPHAN_END, mask) : masked;
		},
		name: (text) => text.length < 8 ? text : text.replace(inNames, mask),
		get count() {
			return count;
		}
	};
};
const matcher = (values) => {
	const literals = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length);
	return new RegExp([...literals.map(escapeRegExp), ...SECRET_SHAPES].join("|"), "g");
};
const escapeRegExp = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
// ../client/src/http.ts
const SILENCE_MS = 1e4;
const ANSWER_BYTES = 262144;
const PIECE_BYTES = 65536;
const makePost = async (url, proxy) => {
	const findRoute = proxy && !isLoopback(new URL(url).hostname) ? await throughProxy(proxy) : direct;
	return async (to, headers, body, timeoutMs, method = body ? "POST" : "GET", mostBytes = ANSWER_BYTES) => {
		const start = performance.now();
		const route = await findRoute(new URL(to), timeoutMs);
		const { request } = builtIn(route.isTls);
		const sending = request({
			method,
			...route.options,
			headers: {
				"user-agent": "svc-client",
				...headers,
				...body && { "content-length": String(body.length) },
				...route.options.headers
			}
		});
		return exchange(sending, route, body, timeoutMs - (performance.now() - start), mostBytes);
	};
};
const direct = (url) => ({
	isTls: url.protocol === "https:",
	options: toOptions(url)
});
const throughProxy = async (proxy) => {
	const { routeThrough } = await import("./http-proxy.js");
	return (url, timeoutMs) => routeThrough(url, proxy, timeoutMs) ?? direct(url, timeoutMs);
};
const exchange = (request, route, body, timeoutMs, mostBytes) => new Promise((resolve, reject) => {
	let answer;
	const pieces = [];
	let size = 0;
	let silence;
	const timeUp = setTimeout(() => fail(new NetworkError("TIME_UP")), Math.max(1, timeoutMs));
	const expect = (ms, code) => {
		clearTimeout(silence);
		silence = setTimeout(() => fail(new NetworkError(code)), ms);
	};
	const end = () => {
		clearTimeout(timeUp);
		clearTimeout(silence);
		request.on("error", () => void 0).destroy();
	};
	const succeed = ({ statusCode = 0, headers }) => {
		end();
		const header = (name) => [headers[name]].flat().join(", ") || null;
		const bytes = Buffer.concat(pieces);
		resolve({
			status: statusCode,
			header,
			body: bytes.toString(),
			bytes,
			proxy: route.proxy
		});
	};
	const fail = (error) => {
		if (answer && answer.statusCode !== 200) return succeed(answer);
		end();
		reject(route.proxy ? new NetworkError("PROXY", {
			cause: error,
			proxy: route.proxy
		}) : error);
	};
	request.on("error", fail);
	request.on("socket", (socket) => {
		expect(CONNECT_MS, "NO_CONNECTION");
		const isReady = () => expect(SILENCE_MS, "SILENT");
		if (socket.connecting) socket.once(route.isTls ? "secureConnect" : "connect", isReady);
		else isReady();
	});
	request.on("response", (response) => {
		answer = response;
		response.on("data", (piece) => {
			pieces.push(piece);
			size += piece.length;
			if (size > mostBytes) succeed(response);
		});
		response.on("end", () => succeed(response));
		response.on("error", fail);
	});
	send(request, body ?? new Uint8Array(), () => expect(SILENCE_MS, "SILENT"));
});
const send = (request, body, onProgress) => {
	let at = 0;
	const next = (error) => {
		if (error || request.destroyed) return;
		if (at > 0) onProgress();
		if (at >= body.length) return void request.end();
		const piece = body.subarray(at, at + PIECE_BYTES);
		at += piece.length;
		request.write(piece, next);
	};
	next();
};
const isLoopback = (host) => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
// ../client/src/retry.ts
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 1e4;
const LONGEST_ASKED_MS = 864e5;
const pauseMs = (tried, random = Math.random()) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1)) * (.5 + random / 2);
const retryAfterMs = (header, date = null) => {
	if (!header?.trim()) return void 0;
	const seconds = Number(header);
	const now = Date.parse(date ?? "");
	const ms = Number.isNaN(seconds) ? Date.parse(header) - (Number.isNaN(now) ? Date.now() : now) : seconds * 1e3;
	return Number.isNaN(ms) ? void 0 : Math.min(Math.max(0, ms), LONGEST_ASKED_MS);
};
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// ../client/src/receipt.ts
const readReceipt = (body, base) => {
	const data = field(parse(body), "data");
	const accepted = field(data, "accepted");
	if (typeof accepted !== "number" || !Number.isSafeInteger(accepted) || accepted < 0) return void 0;
	const warnings = field(data, "warnings");
	const url = field(field(data, "execution"), "url");
	return {
		accepted,
		warnings: Array.isArray(warnings) ? warnings.filter((each) => typeof each === "string").map(oneLine) : [],
		...typeof url === "string" && URL.canParse(url, base) && { url: new URL(url, base).href }
	};
};
const isOurs = (answer) => typeof field(field(parse(answer.body), "error"), "code") === "string";
const describeAnswer = (answer, url) => {
	const { status, proxy } = answer;
	if (status === 407) return describeProxyRefusal(proxy ?? "on the way", status);
	const message = field(field(parse(answer.body), "error"), "message");
	const said = typeof message === "string" && message !== "" ? `: ${oneLine(message)}` : "";
	const server = proxy && !isOurs(answer) ? `${url} or the proxy ${proxy}` : url;
	if (status >= 300 && status < 400) return describeRedirect(answer, url);
	if (status === 401) return isOurs(answer) ? `the server does not accept the API key (401${said}); check SVC_API_KEY` : `${server} asks for a sign-in that is not svc's (401); check SVC_URL`;
	if (status === 403) return isOurs(answer) ? `the API key may not send results (403${said})${said ? "" : "; make one with the role editor and the scope ingest"}` : `${server} does not let results through (403); check SVC_URL`;
	if (status === 404 || status === 405) return `${server} has no place for results (${status}${said}); check SVC_URL, or update the server`;
	if (status === 413 && !isOurs(answer)) return `${server} refuses a request of this size (413); raise the limit there (nginx: client_max_body_size)`;
	if (status === 429) return `the server asks to send less (429${said}${askedPause(answer)})`;
	if (status >= 500) return `${isOurs(answer) ? "the server" : server} has trouble (${status}${said})`;
	if (!isOurs(answer)) return `${server} does not answer like an svc server (${status}); check SVC_URL`;
	return `the server refused the results (${status}${said})`;
};
const describeRedirect = (answer, url) => {
	const target = answer.header("location");
	const place = target && URL.canParse(target, url) ? new URL(target, url) : void 0;
	if (!place) return `${url} sends elsewhere (${answer.status}); check SVC_URL`;
	const base = `${place.origin}${place.pathname}`.replace(/\/api\/ingest\/*$/, "");
	return place.pathname.endsWith("/api/ingest") ? `${url} sends elsewhere (${answer.status}); set SVC_URL to ${oneLine(base)}` : `${url} sends elsewhere (${answer.status} to ${oneLine(base)}), perhaps to a sign-in; check SVC_URL`;
};
const askedPause = (answer) => {
	const ms = retryAfterMs(answer.header("retry-after"), answer.header("date"));
	return ms ? `; it asks to wait ${Math.ceil(ms / 1e3)} s` : "";
};
const oneLine = (text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim().slice(0, 300);
const parse = (body) => {
	try {
		return JSON.parse(body);
	} catch {
		return;
	}
};
const field = (value, name) => typeof value === "object" && value !== null && name in value ? Reflect.get(value, name) : void 0;
export { retryAfterMs as a, MASK as c, pauseMs as i, makeRedactor as l, isOurs as n, sleep as o, readReceipt as r, makePost as s, describeAnswer as t, readSecrets as u };
