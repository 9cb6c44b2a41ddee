import{Buffer as Buffer$1}from"node:buffer";
import{promisify,stripVTControlCharacters}from"node:util";
import{appendFileSync,copyFileSync,cpSync,createReadStream,existsSync,mkdirSync,readFileSync,readdirSync,readlinkSync,rmSync,statSync,writeFileSync}from"node:fs";
import{mkdir,readFile,readdir,realpath,rename,rm,stat}from"node:fs/promises";
import{basename,isAbsolute,join,posix,relative,resolve}from"node:path";
import{hostname}from"node:os";
import{gzip}from"node:zlib";
import{isIP}from"node:net";
const ALPHABET=`0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz`;
const PREFIX=`svc_`;
const CHECKSUM_LENGTH=6;
const LENGTH=53;
function describeKeyProblem(key){
if(key.trim()!==key)return`it has white space around it`;
if(!key.startsWith(PREFIX))return`it does not begin with ${PREFIX}`;
if(key.length!==LENGTH)return`it has ${key.length} characters instead of ${LENGTH}`;
if(!/^[0-9A-Za-z]+$/.test(key.slice(4)))return`it holds a character that keys never have`;
const body=key.slice(0,-6);
if(checksum$1(body)!==key.slice(-6))return`its checksum does not fit, so a character is wrong`}
const checksum$1=body=>base62(BigInt(crc32$1(body)),CHECKSUM_LENGTH);
function base62(value,length){
let text=``;
for(let rest=value;rest>0n;rest/=62n)text=ALPHABET[Number(rest%62n)]+text;
return text.padStart(length,`0`)}
function crc32$1(text){
let crc=4294967295;
for(let i=0;i<text.length;i++){
crc^=text.charCodeAt(i);
for(let bit=0;bit<8;bit++)crc=crc>>>1^(crc&1?3988292384:0)}
return~crc>>>0}
const ARTIFACT_LEFT_OUT=[`outside`,`symlink`,`special`,`vanished`,`changed`,`unreadable`,`large`,`many`];
const ARTIFACT_HEADERS={offset:`upload-offset`};
const readCtrfEnvironment=environment=>{
const read=name=>factOf(environment[name]);
const sha=read(`commit`);
const build=labelOf(read(`buildId`))??labelOf(read(`buildNumber`));
const url=read(`buildUrl`);
const workflow=read(`buildName`);
const isWeb=url!==void 0&&/^https?:\/\//i.test(url);
const facts=given({os:read(`osPlatform`),osRelease:read(`osRelease`),osVersion:read(`osVersion`),testEnvironment:read(`testEnvironment`)});
return given({commit:sha!==void 0&&/^[0-9a-f]{7,64}$/i.test(sha)?sha.toLowerCase():void 0,branch:read(`branchName`)?.replace(/^(?:refs\/heads\/|(?:refs\/remotes\/)?origin\/)/,``)||void 0,repository:repositoryOf$1(read(`repositoryName`),read(`repositoryUrl`)),project:read(`appName`),build,ci:build!==void 0||isWeb?given({provider:`CTRF`,url:isWeb?url:void 0,workflow}):void 0,environment:Object.keys(facts).length>0?facts:void 0})};
const FAILED=/^(?:broken|error(?:ed)?|fail(?:ed|ure)?|crash(?:ed)?|aborted|time[ds]?[ _-]?out)$/i;
const readCtrfStatus=test=>test.status===`other`&&typeof test.rawStatus===`string`&&FAILED.test(test.rawStatus)?{...test,status:`failed`}:test;
const readCtrfTool=(name,version)=>{
if(typeof name!==`string`||name===``)return void 0;
const versionFact=typeof version===`string`&&version!==``?{version:version.slice(0,100)}:{};
return{name:name.slice(0,100).toLowerCase(),...versionFact}};
const LONGEST_FACT=333;
const LONGEST_LABEL=166;
const factOf=value=>{
const text=typeof value===`number`?String(value):value;
return typeof text===`string`&&text!==``&&text.length<=LONGEST_FACT?text:void 0};
const labelOf=text=>text!==void 0&&text.length<=LONGEST_LABEL?text:void 0;
const repositoryOf$1=(name,address)=>{
if(name?.includes(`/`))return name;
return/[/:]([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(address??``)?.[1]??name};
const given=facts=>{
const kept={};
for(const key in facts)if(facts[key]!==void 0)kept[key]=facts[key];
return kept};
const LEFT_OUT$1=`…`;
function cutPair(one,other,length,context){
if(one.length<=length&&other.length<=length)return[one,other];
const shortest=Math.min(one.length,other.length);
const start=equalFromStart(one,other,shortest);
const end=equalFromEnd(one,other,shortest-start);
const from=lineStart(one,Math.max(0,start-context),start);
const cut=text=>cutOne(text,from,text.length-Math.max(0,end-context),length);
return[cut(one),cut(other)]}
function equalFromStart(one,other,most){
let count=0;
while(count<most&&one.charCodeAt(count)===other.charCodeAt(count))count++;
return count}
function equalFromEnd(one,other,most){
let count=0;
while(count<most&&one.charCodeAt(one.length-1-count)===other.charCodeAt(other.length-1-count))count++;
return count}
function lineStart(text,from,before){
if(from===0)return 0;
const next=text.indexOf(`
`,from-1)+1;
return next>0&&next<=before?next:between(text,from)}
const between=(text,position)=>/[\udc00-\udfff]/.test(text[position]??``)?position-1:position;
function cutOne(text,from,wanted,length){
const end=Math.min(text.length,from+length,Math.max(wanted,from));
const lastLine=end<text.length?text.lastIndexOf(`
`,end-1):-1;
const to=lastLine>from?lastLine:between(text,end);
const isLine=position=>text[position-1]===`
`;
const before=from===0?``:isLine(from)?`${LEFT_OUT$1}\n`:LEFT_OUT$1;
const after=to===text.length?``:to===lastLine?`\n${LEFT_OUT$1}`:LEFT_OUT$1;
return`${before}${text.slice(from,to)}${after}`}
const toDocumentText=text=>text.replace(/^\uFEFF/,``).replace(/\r\n?/g,`
`);
const INGEST_HEADERS={from:`svc-from`,clock:`svc-clock`,accepted:`svc-accepted`};
const KIB=1024;
const MIB=1024*KIB;
const LIMITS={segmentBytes:16*MIB,lineBytes:8*MIB,nesting:64,lineValues:5e5,bodyValues:25e5,bodyEntries:25e3,bodyErrors:1e5,inflationRatio:100,requestBytes:1*MIB,requestValues:5e4,mcpRequestBytes:8*MIB,messageBytes:16*KIB,stackBytes:32*KIB,snippetBytes:8*KIB,outputTailBytes:16*KIB,titleBytes:16*KIB,textBytes:4*KIB,nameBytes:200,labelBytes:500,factBytes:1e3,addressBytes:2e3,commitMessageBytes:500,titleDepth:64,attempts:2e3,errors:20,depth:8,steps:500,attachments:100,annotations:100,tags:100,results:2e5,groups:25e3,warnings:100,ancestry:100,changedFiles:300,changedRanges:20,parents:64,environment:50,shards:1e4,parts:1e4,legs:500,codeownersBytes:3*MIB,runAttempt:1e5,segmentEntries:2e4,artifactBytes:50*MIB,artifacts:500,artifactsBytes:1024*MIB,declaredArtifacts:100,documentBytes:1*MIB,documentChunks:5e3,documentIndexBytes:16*MIB,documentPathBytes:300,documentTitleLength:300,pushDocuments:5e3,pushBytes:8*MIB,frontMatterBytes:16*KIB,documentTags:50,documentTagLength:100,documentFailures:100,explanationLength:2e3,busMessageBytes:64*KIB,taskBytes:256*KIB,agentCapabilitiesBytes:16*KIB,agents:1e3};
const percentDecoded=text=>{
try{
return decodeURIComponent(text)}catch{
return text}};
const isAbsolutePath=path=>/^(?:file:|[\\/]|[A-Za-z]:[\\/])/.test(path);
const withoutRoot=path=>{
const plain=path.startsWith(`file:`)?percentDecoded(path.replace(/^file:(?:\/\/[^/]*)?/,``)):path;
const kept=[];
for(const part of partsOf(plain.replace(/^[\\/]?[A-Za-z]:/,``).replaceAll(`\\`,`/`)))if(part===`..`)kept.pop();else kept.push(part);
return kept.join(`/`)};
const partsOf=path=>path.split(`/`).filter(part=>part!==``&&part!==`.`);
const statusAfter=(before,attempt)=>{
if(attempt===`failed`||attempt===`timedOut`)return`failed`;
if(attempt!==`passed`)return before;
return before===`failed`||before===`flaky`?`flaky`:`passed`};
const RANK={skipped:0,passed:1,flaky:2,failed:3};
const resultOf=(attempts,before=`skipped`)=>{
const repeats=new Map([[0,before]]);
for(const{status,repeat=0}of attempts)repeats.set(repeat,statusAfter(repeats.get(repeat)??`skipped`,status));
return[...repeats.values()].reduce((worst,each)=>RANK[each]>RANK[worst]?each:worst)};
const VERDICTS=[{kind:`mine`,isExplained:false,label:`caused by this change`,title:`Caused by this change`,sentence:`It passed before, and fails here every time and on no other branch.`},{kind:`unknown`,isExplained:false,label:`possibly caused by this change`,title:`Possibly caused by this change`,sentence:`There is not enough evidence yet; the verdict names what is missing.`},{kind:`infrastructure`,isExplained:true,label:`infrastructure`,title:`Infrastructure`,sentence:`A machine, a network or a service failed, on other branches too.`},{kind:`base-is-broken`,isExplained:true,label:`fails on the base too`,title:`Fails on the base too`,sentence:`The base branch fails the same way.`},{kind:`known-flake`,isExplained:true,label:`known flake`,title:`Known flakes`,sentence:`The test failed and passed on the same code with this error before.`}];
const VERDICT_KINDS=VERDICTS.map(({kind})=>kind);
const isExplained=kind=>VERDICTS.some(verdict=>verdict.kind===kind&&verdict.isExplained);
const CONCLUSIONS=[{kind:`mine`,isGood:false,sentence:`this change broke a test, or added a failing one`},{kind:`unknown`,isGood:false,sentence:`this change possibly caused a failure`},{kind:`no-base-failed`,isGood:false,sentence:`the run failed, and there is no base run`},{kind:`incomplete`,isGood:false,sentence:`the run was cut off, and no failure points to this change`},{kind:`not-mine`,isGood:true,sentence:`something other than this change explains every failure`},{kind:`passed`,isGood:true,sentence:`nothing failed`}];
const CONCLUSION_KINDS=CONCLUSIONS.map(({kind})=>kind);
const wellFormed=text=>text.replace(/\p{Surrogate}/gu,half=>`\\u${half.charCodeAt(0).toString(16)}`);
const fits=(text,limit)=>text.length*3<=limit||text.length<=limit&&Buffer$1.byteLength(text)<=limit;
const head=(text,limit)=>{
if(fits(text,limit))return text;
const bytes=Buffer$1.from(text.slice(0,limit));
let end=Math.min(limit,bytes.length);
while(end>0&&isContinuation(bytes[end]))end-=1;
return bytes.toString(`utf8`,0,end)};
const tail=(text,limit)=>{
if(fits(text,limit))return text;
const bytes=Buffer$1.from(text.slice(-limit));
let start=Math.max(0,bytes.length-limit);
while(start<bytes.length&&isContinuation(bytes[start]))start+=1;
return bytes.toString(`utf8`,start)};
const cutTitle=(title,limit)=>{
if(fits(title,limit))return title;
const mark=`…${checksum(title).padStart(8,`0`)}`;
return head(title,limit-Buffer$1.byteLength(mark))+mark};
const checksum=text=>process.getBuiltinModule(`node:zlib`).crc32(text).toString(16);
const isContinuation=byte=>byte!==void 0&&(byte&192)===128;
const TOKENS=[`gh[pousr]_[A-Za-z0-9]{30,}`,`github_pat_[A-Za-z0-9_]{22,}`,`gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.-]{20,}`,`GR1348941[A-Za-z0-9_-]{20,}`,`ATATT3[A-Za-z0-9_=-]{60,}`,`ATBB[A-Za-z0-9]{24,}`,`npm_[A-Za-z0-9]{36,}`,`pypi-Ag[A-Za-z0-9_-]{50,}`,`rubygems_[a-f0-9]{48}`,`oy2[a-z0-9]{43}`,`dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}`,`AKCp[A-Za-z0-9]{60,}`,`A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}`,`AIza[0-9A-Za-z_-]{35}`,`ya29\\.[0-9A-Za-z_-]{20,}`,`GOCSPX-[A-Za-z0-9_-]{24,}`,`LTAI[A-Za-z0-9]{16,24}`,`do[opr]_v1_[a-f0-9]{64}`,`dapi[a-f0-9]{32}`,`hv[sbr]\\.[A-Za-z0-9_-]{24,}`,`dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{40,}`,`pul-[a-f0-9]{40}`,`sbp_[a-f0-9]{40}`,`sb_secret_[A-Za-z0-9_-]{20,}`,`pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{30,}`,`HRKU-[A-Za-z0-9_-]{36,}`,`nfp_[A-Za-z0-9]{36,}`,`fm[12][ar]?_[A-Za-z0-9+/=]{100,}`,`tskey-[a-z]{2,16}-[A-Za-z0-9-]{16,}`,`xox[abeoprs]-[A-Za-z0-9-]{10,}`,`xapp-\\d-[A-Za-z0-9-]{20,}`,`SK[0-9a-f]{32}`,`SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}`,`key-[0-9a-f]{32}`,`[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}`,`[sr]k_(?:live|test|prod)_[0-9A-Za-z]{16,}`,`whsec_[A-Za-z0-9+/]{24,}={0,2}`,`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}`,`sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}`,`sk-(?=[A-Za-z_-]{0,80}\\d)[A-Za-z0-9_-]{32,}`,`hf_[A-Za-z0-9]{30,}`,`gsk_[A-Za-z0-9]{40,}`,`r8_[A-Za-z0-9]{36,}`,`xai-[A-Za-z0-9]{60,}`,`pplx-[A-Za-z0-9]{40,}`,`sntry[su]_[A-Za-z0-9_+/=.-]{40,}`,`lin_(?:api|oauth)_[A-Za-z0-9]{32,}`,`secret_[A-Za-z0-9]{43}`,`ntn_[A-Za-z0-9]{40,}`,`PMAK-[a-f0-9]{24}-[a-f0-9]{34}`,`gl(?:c|sa)_[A-Za-z0-9+/_]{32,}={0,2}`,`NRAK-[A-Z0-9]{27}`,`sq[apu]_[a-f0-9]{40}`,`CCIPAT_[A-Za-z0-9_]{30,}`,`bkua_[a-f0-9]{40}`,`figd_[A-Za-z0-9_-]{40,}`,`pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}`,`ops_eyJ[A-Za-z0-9_-]{100,}`,`AGE-SECRET-KEY-1[0-9A-Z]{58}`,`svc_[0-9A-Za-z]{40,}`,`eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?`];
const LOOKS_RANDOM=`(?=[^\\s"']{0,60}?(?:\\d|[a-z][A-Z]))`;
const BETWEEN=`["']?\\s{0,3}[:=]\\s{0,3}["']?`;
const AFTER_A_WORD=[[`[Bb]earer\\s{1,4}`,`${LOOKS_RANDOM}[A-Za-z0-9._~+/-]{16,}={0,2}`],[`[Bb]asic\\s{1,4}`,`(?=[A-Za-z+/]{0,500}[0-9=])[A-Za-z0-9+/]{12,}={0,2}`],[`(?:[Pp]roxy-)?[Aa]uthorization${BETWEEN}(?:[A-Za-z]{2,20}\\s{1,4})?`,`[^\\s"',;[]{8,}`],[`[Xx]-(?:[Aa]pi-[Kk]ey|[Aa]uth-[Tt]oken|[Gg]it[Ll]ab-[Tt]oken|[Vv]ault-[Tt]oken)${BETWEEN}`,`[^\\s"',;[]{8,}`],[`(?:aws_?)?(?:secret_?access_?key|[Ss]ecretAccessKey)${BETWEEN}`,`[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`],[`(?:AWS_?)?SECRET_?ACCESS_?KEY${BETWEEN}`,`[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`],[`(?:AccountKey|SharedAccessKey)=`,`[A-Za-z0-9+/]{40,}={0,2}`],[`hooks\\.slack\\.com/(?:services|workflows|triggers)/`,`[A-Za-z0-9+/]{20,}`],[`discord(?:app)?\\.com/api/webhooks/\\d{1,20}/`,`[A-Za-z0-9_-]{40,}`]];
const ANYWHERE=[[`(?:[Pp]ass(?:word|wd|phrase)|PASSW(?:OR)?D)${BETWEEN}`,`${LOOKS_RANDOM}[^\\s"',;&[]{8,}`],[`[?&](?:sig|(?:[a-z]{1,20}_)?(?:token|secret|password|api_?key))=`,`${LOOKS_RANDOM}[^\\s&"'<>#[]{8,}`],[`\\.atlasv1\\.`,`[A-Za-z0-9_-]{40,}`],[`(?<=\\d{8}):`,`AA[A-Za-z0-9_-]{32,35}`],[`://`,`[^\\s/:@"'<>]{0,256}:[^\\s/@"'<>]{1,256}(?=@)`]];
const KEY_BLOCK=`[A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----`;
const ORPHAN_END=new RegExp(`^[\\s\\S]*?-----END ${KEY_BLOCK}`);
const afterWhat=([before,secret])=>`(${before})${secret}`;
const SECRET_SHAPES=[`\\b([nrt]?)(?:${TOKENS.join(`|`)})`,`\\b(?:${AFTER_A_WORD.map(afterWhat).join(`|`)})`,...ANYWHERE.map(afterWhat),`-----BEGIN ${KEY_BLOCK}[\\s\\S]*?(?:-----END ${KEY_BLOCK}|$)`];
const SECRET_NAME=/token|secret|passw(?:or)?d|passphrase|(?:_|^pg)p(?:wd|ass)$|api_?key|(?:access|private|signing|encryption|master|deploy|account|storage)_?key|credential|connection_?string|webhook|jwt|cookie|(?:^|_)(?:pat|auth)$/i;
const NO_SECRET_NAME=/_(?:file|path|dir|home|type|name|helper|user|username|host|port|region|ttl|expiry)$|^GOOGLE_APPLICATION_CREDENTIALS$/i;
const SECRET_LENGTH=8;
const NAMED_SECRET_LENGTH=4;
const readSecrets=(env,apiKey,named)=>{
const secrets=new Set;
if(apiKey&&apiKey.length>=SECRET_LENGTH)secrets.add(apiKey);
for(const[name,given]of Object.entries(env)){
const value=given?.trim()??``;
if(value.length>=leastLength(name,named))secrets.add(value);
const password=/^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1];
if(password&&isUnmistakable(password))secrets.add(password)}
return[...secrets]};
const leastLength=(name,named)=>{
if(named.includes(name))return NAMED_SECRET_LENGTH;
return SECRET_NAME.test(name)&&!NO_SECRET_NAME.test(name)?SECRET_LENGTH:Number.POSITIVE_INFINITY};
const isUnmistakable=value=>value.length>=16||value.length>=10&&/[A-Za-z]/.test(value)&&/\d/.test(value);
const PIECE=512;
const ENCODED_FROM=8;
const LINE_FROM=16;
const formsOf=value=>{
return[value,...(value.includes(`
`)?value.split(`
`).map(line=>line.trim()):[]).filter(line=>line.length>=LINE_FROM)].flatMap(piecesOf).flatMap(piece=>{
const inUrl=percentEncoded(piece);
const inJson=JSON.stringify(piece).slice(1,-1);
return[piece,inUrl,inUrl.replace(/%../g,code=>code.toLowerCase()),inJson,...inBase64(piece)]})};
const piecesOf=value=>{
if(value.length<=2*PIECE)return[value];
const pieces=[];
for(let index=0;index<value.length;index+=PIECE){
const piece=value.slice(index,index+PIECE);
if(piece.length>=LINE_FROM)pieces.push(piece)}
return pieces};
const percentEncoded=text=>encodeURIComponent(Buffer.from(text).toString());
const inBase64=value=>{
const bytes=Buffer.from(value);
if(bytes.length<ENCODED_FROM)return[];
return[0,1,2].flatMap(shift=>{
const own=Buffer.concat([Buffer.alloc(shift),bytes]).toString(`base64`).slice(Math.ceil(shift*4/3),Math.floor((shift+bytes.length)*4/3));
return[own,own.replaceAll(`+`,`-`).replaceAll(`/`,`_`)]})};
const MASK=`[redacted]`;
const makeRedactor=secrets=>{
const inText=matcher(secrets);
const inNames=matcher(secrets.filter(isUnmistakable));
let count=0;
const mask=(_match,...rest)=>{
count+=1;
const before=rest.find(each=>each!==void 0);
return typeof before===`string`?before+MASK:MASK};
return{text:text=>{
const masked=text.replace(inText,mask);
return masked.includes(`PRIVATE KEY`)?masked.replace(ORPHAN_END,mask):masked},name:text=>text.length<8?text:text.replace(inNames,mask),get count(){
return count}}};
const matcher=values=>{
const literals=[...new Set(values.flatMap(formsOf))].sort((a,b)=>b.length-a.length);
return new RegExp([...literals.map(escapeRegExp),...SECRET_SHAPES].join(`|`),`g`)};
const escapeRegExp=text=>text.replace(/[\\^$.*+?()[\]{}|/-]/g,`\\$&`);
const MARKS=8;
const CONTEXT=200;
const MARGIN=8192;
const EDGE=4096;
const makeCleaner=setup=>{
const redactor=makeRedactor(setup.secrets);
const withoutRoot=makeRootRemover(setup.root);
let truncated=0;
let spent=0;
const cut=(field,marks)=>{
truncated+=1;
marks.add(field)};
const plain=text=>redactor.text(withoutRoot(withoutColours(text)));
const label=(text,limit,field,marks=new Set)=>{
const name=redactor.name(wellFormed(text));
if(fits(name,limit))return name;
cut(field,marks);
return cutTitle(name,limit)};
return{cut,label:(text,limit)=>label(text,limit,`label`),tags(tags,marks){
const kept=tags.map(tag=>label(tag,LIMITS.nameBytes,`tags`,marks)).filter(tag=>tag!==``);
if(kept.length>LIMITS.tags)cut(`tags`,marks);
return kept.slice(0,LIMITS.tags)},title(text,marks){
const whole=wellFormed(text);
const name=redactor.name(whole.includes(`\x1B`)?whole.replaceAll(`\x1B`,`␛`):whole);
if(fits(name,LIMITS.titleBytes))return name;
cut(`title`,marks??new Set);
return cutTitle(name,LIMITS.titleBytes)},text(text,limit,field,marks){
const isLong=text.length>limit+MARGIN;
const clean=plain(isLong?text.slice(0,limit+MARGIN):text);
const kept=head(isLong?clean.slice(0,-4096):clean,limit);
if(isLong||kept!==clean)cut(field,marks);
spent+=kept.length;
return kept},tail(text,limit,field,marks){
const isLong=text.length>limit+MARGIN;
const clean=plain(isLong?text.slice(-(limit+MARGIN)):text);
const kept=tail(isLong?clean.slice(EDGE):clean,limit);
if(isLong||kept!==clean)cut(field,marks);
spent+=kept.length;
return kept},compared(values,limit,marks){
const texts=[values.expected,values.actual];
const window=limit+2*MARGIN;
const near=cutPair(...texts,window,4296);
const clean=near.map(text=>text.length<window?plain(text):plain(text).slice(0,-4096));
const[one=``,other=``]=clean;
const isNear=near.some((text,i)=>text!==texts[i]);
const room=Math.floor(limit*Math.min(charactersPerByte(one),charactersPerByte(other)))-MARKS;
const kept=cutPair(one,other,isNear?Math.min(room,Math.max(one.length,other.length)-1):room,CONTEXT);
for(const[i,field]of[`expected`,`actual`].entries())if(isNear?near[i]!==texts[i]:kept[i]!==clean[i])cut(field,marks);
spent+=kept[0].length+kept[1].length;
return{expected:head(kept[0],limit),actual:head(kept[1],limit)}},path:path=>head(redactor.name(wellFormed(setup.relative(path))),LIMITS.textBytes),get spent(){
return spent},get truncated(){
return truncated},get redacted(){
return redactor.count}}};
const charactersPerByte=text=>text===``?1:text.length/Buffer$1.byteLength(text);
const withoutColours=text=>text.includes(`\x1B`)||text.includes(``)?stripVTControlCharacters(text):text;
const makeRootRemover=root=>{
const base=root.replace(/[\\/]+$/,``);
if(base.length<2)return text=>text;
const literal=base.replace(/[\\^$.*+?()[\]{}|-]/g,`\\$&`).replaceAll(`\\\\`,`[\\\\/]`);
const pattern=new RegExp(`(?<![\\w./\\\\-])(?:file:\\/\\/\\/?)?${literal}[\\\\/]`,`g`);
const probe=base.slice(base.lastIndexOf(`/`)+1);
return text=>text.includes(probe)?text.replace(pattern,``):text};
const repositoryOf=remote=>{
return pathOf(remote.trim())?.replace(/\/+$/,``).replace(/\.git$/,``).replace(/^[/~]+/,``)||void 0};
const toSlug=name=>name.toLowerCase().replace(/[^a-z0-9]+/g,`-`).replace(/^-+|-+$/g,``).slice(0,100);
const pathOf=remote=>{
if(/^[a-z][a-z0-9+.-]*:\/\//i.test(remote)){
if(remote.toLowerCase().startsWith(`file:`))return lastFolder(remote);
return URL.canParse(remote)?percentDecoded(new URL(remote).pathname):void 0}
const short=/^(?:[^@/\\]+@)?[^:/\\]{2,}:(?!\\)(.+)$/.exec(remote);
return short?short[1]:lastFolder(remote)};
const lastFolder=path=>path.replace(/[\\/]+$/,``).split(/[\\/]/).at(-1);
const LARGEST$1=2147483647;
const cleanOpen=(open,cleaner)=>{
const short=text=>cleaner.label(text,LIMITS.factBytes);
const{project:_,ci,environment,tags,startedAt,...rest}=open;
const project=open.project&&toProject(open.project);
return{...rest,...project&&{project},suite:distinct(open.suite,LIMITS.nameBytes,cleaner)||`default`,build:distinct(open.build,LIMITS.labelBytes,cleaner),runAttempt:isWhole$1(open.runAttempt,1,LIMITS.runAttempt)?open.runAttempt:1,part:cleanPart(open.part,cleaner),code:cleanCode(open.code,cleaner),...ci&&{ci:{provider:cleaner.label(ci.provider,LIMITS.nameBytes)||`unknown`,...cleanAddress(`url`,ci.url,cleaner),...cleanAddress(`jobUrl`,ci.jobUrl,cleaner),...ci.event&&{event:short(ci.event)},...ci.workflow&&{workflow:short(ci.workflow)}}},runner:{...open.runner,name:cleaner.label(open.runner.name,100)},...environment&&{environment:Object.fromEntries(Object.entries(environment).slice(0,LIMITS.environment).map(([name,value])=>[short(name),short(value)]))},...tags&&{tags:cleaner.tags(tags,new Set)},startedAt:startedAt>=0&&startedAt<=Number.MAX_SAFE_INTEGER?startedAt:Date.now()}};
const toProject=name=>/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(name)?name:toSlug(name);
const distinct=(text,limit,cleaner)=>{
const clean=cleaner.label(text,limit-12);
return clean.includes(`[redacted]`)&&!text.includes(`[redacted]`)?`${clean}…${checksum(text)}`:clean};
const cleanPart=(part,cleaner)=>{
const{shard,...rest}=part;
const isShard=shard&&isWhole$1(shard.total,1,LIMITS.shards)&&isWhole$1(shard.index,1,shard.total);
return{...rest,job:distinct(part.job,LIMITS.labelBytes,cleaner),package:cleaner.label(part.package,LIMITS.textBytes),config:cleaner.label(part.config,LIMITS.textBytes),leg:distinct(part.leg,LIMITS.nameBytes,cleaner),...isShard&&{shard}}};
const cleanCode=(code,cleaner)=>{
const clean={...code};
for(const field of[`testedSha`,`headSha`,`baseSha`,`mergeBaseSha`,`tree`])if(!isSha(clean[field]))delete clean[field];
for(const field of[`branch`,`baseBranch`,`repository`,`defaultBranch`]){
const text=clean[field];
if(text)clean[field]=cleaner.label(text,LIMITS.factBytes)}
if(clean.message)clean.message=cleaner.text(clean.message,LIMITS.commitMessageBytes,`commit message`,new Set);
if(clean.parents)clean.parents=clean.parents.filter(isSha).slice(0,LIMITS.parents);
if(clean.ancestry)clean.ancestry=clean.ancestry.filter(isCommit).slice(0,LIMITS.ancestry);
if(!isWhole$1(clean.pullRequest,1,LARGEST$1))delete clean.pullRequest;
return clean};
const cleanAddress=(name,url,cleaner)=>{
if(!url||!/^https?:\/\//i.test(url))return{};
const clean=cleaner.text(url,LIMITS.addressBytes,name,new Set);
return clean.length===url.length||clean.includes(`[redacted]`)?{[name]:clean}:{}};
const isSha=text=>text!==void 0&&/^[0-9a-f]{7,64}$/i.test(text);
const isCommit=({sha,parents,tree})=>isSha(sha)&&parents.length<=LIMITS.parents&&parents.every(isSha)&&(tree===void 0||isSha(tree));
const isWhole$1=(value,least,most)=>value!==void 0&&Number.isInteger(value)&&value>=least&&value<=most;
const known$1=facts=>{
const kept={};
for(const key in facts){
const value=facts[key];
if(value!==void 0&&value!==``&&value!==false)kept[key]=value}
return kept};
const toNumber=text=>{
const number=Number(text);
return text&&Number.isSafeInteger(number)&&number>0?number:void 0};
const toBranch=ref=>ref?.replace(/^refs\/heads\//,``).replace(/^(refs\/remotes\/)?origin\//,``);
const numbered=(job,index,total)=>{
const name=job??``;
if(!index||total!==void 0&&Number(total)<2)return name;
return name?`${name}/${index}`:index};
const valueBelow=(value,names)=>names.reduce((parent,name)=>typeof parent===`object`&&parent!==null&&Object.hasOwn(parent,name)?Reflect.get(parent,name):void 0,value);
const at=(value,path)=>valueBelow(value,path.split(`.`));
const textAt=(value,path)=>{
const text=at(value,path);
return typeof text===`string`&&text!==``?text:void 0};
const readGitHub=env=>{
const event=readEvent$1(env.GITHUB_EVENT_PATH);
const repository=env.GITHUB_REPOSITORY;
const server=env.GITHUB_SERVER_URL??`https://github.com`;
return{run:known$1({provider:`GitHub Actions`,url:repository&&env.GITHUB_RUN_ID?`${server}/${repository}/actions/runs/${env.GITHUB_RUN_ID}`:void 0,event:env.GITHUB_EVENT_NAME,workflow:env.GITHUB_WORKFLOW}),...known$1({build:env.GITHUB_RUN_ID}),attempt:toNumber(env.GITHUB_RUN_ATTEMPT)??1,job:env.GITHUB_JOB??``,code:toCode(env,event)}};
const toCode=(env,event)=>{
const isBranch=env.GITHUB_REF_TYPE===`branch`||env.GITHUB_REF?.startsWith(`refs/heads/`);
return known$1({headSha:textAt(event,`pull_request.head.sha`)??textAt(event,`merge_group.head_sha`),branch:env.GITHUB_HEAD_REF||textAt(event,`pull_request.head.ref`)||(isBranch?env.GITHUB_REF_NAME:void 0),baseBranch:env.GITHUB_BASE_REF||textAt(event,`pull_request.base.ref`)||toBranch(textAt(event,`merge_group.base_ref`)),pullRequest:numberAt$1(event,`pull_request.number`)??(at(event,`pull_request`)?numberAt$1(event,`number`):void 0)??toNumber(/^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF??``)?.[1]),repository:env.GITHUB_REPOSITORY,defaultBranch:textAt(event,`repository.default_branch`),fork:at(event,`pull_request`)?isFork(event):void 0})};
const isFork=event=>{
if(at(event,`pull_request.head.repo`)===null)return true;
const head=textAt(event,`pull_request.head.repo.full_name`);
const base=textAt(event,`pull_request.base.repo.full_name`);
return head&&base?head.toLowerCase()!==base.toLowerCase():void 0};
const numberAt$1=(event,path)=>{
const value=at(event,path);
return typeof value===`number`?value:void 0};
const readEvent$1=path=>{
if(!path)return void 0;
try{
return JSON.parse(readFileSync(path,`utf8`))}catch{
return}};
const PROVIDERS={GITHUB_ACTIONS:readGitHub,GITLAB:env=>({run:known$1({provider:`GitLab CI`,url:env.CI_PIPELINE_URL,jobUrl:env.CI_JOB_URL,event:env.CI_PIPELINE_SOURCE}),...build(env.CI_PIPELINE_ID),attempt:1,job:env.CI_JOB_NAME??``,code:known$1({headSha:env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA||env.CI_COMMIT_SHA,mergeBaseSha:env.CI_MERGE_REQUEST_DIFF_BASE_SHA,branch:env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME||env.CI_COMMIT_BRANCH,baseBranch:env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,pullRequest:toNumber(env.CI_MERGE_REQUEST_IID),repository:env.CI_PROJECT_PATH,defaultBranch:env.CI_DEFAULT_BRANCH,fork:differ(env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH,env.CI_MERGE_REQUEST_PROJECT_PATH)})}),CIRCLE:env=>({run:known$1({provider:`CircleCI`,url:env.CIRCLE_BUILD_URL,jobUrl:env.CIRCLE_BUILD_URL}),...build(env.CIRCLE_WORKFLOW_ID||env.CIRCLE_BUILD_NUM),attempt:1,job:numbered(env.CIRCLE_JOB,env.CIRCLE_NODE_INDEX,env.CIRCLE_NODE_TOTAL??`1`),code:known$1({branch:env.CIRCLE_BRANCH,pullRequest:toNumber(env.CIRCLE_PR_NUMBER||env.CIRCLE_PULL_REQUEST?.split(`/`).at(-1)),repository:both(env.CIRCLE_PROJECT_USERNAME,env.CIRCLE_PROJECT_REPONAME),fork:differ(env.CIRCLE_PR_USERNAME,env.CIRCLE_PROJECT_USERNAME)})}),BUILDKITE:env=>{
const isPull=env.BUILDKITE_PULL_REQUEST!==`false`;
return{run:known$1({provider:`Buildkite`,url:env.BUILDKITE_BUILD_URL,jobUrl:joined(env.BUILDKITE_BUILD_URL,`#`,env.BUILDKITE_JOB_ID),event:env.BUILDKITE_SOURCE,workflow:env.BUILDKITE_PIPELINE_SLUG}),...build(env.BUILDKITE_BUILD_ID),attempt:(toNumber(env.BUILDKITE_RETRY_COUNT)??0)+1,job:numbered(env.BUILDKITE_STEP_KEY||env.BUILDKITE_LABEL||env.BUILDKITE_STEP_ID,env.BUILDKITE_PARALLEL_JOB,env.BUILDKITE_PARALLEL_JOB_COUNT),code:known$1({branch:env.BUILDKITE_BRANCH,baseBranch:isPull?env.BUILDKITE_PULL_REQUEST_BASE_BRANCH:void 0,pullRequest:isPull?toNumber(env.BUILDKITE_PULL_REQUEST):void 0,defaultBranch:env.BUILDKITE_PIPELINE_DEFAULT_BRANCH,fork:isPull?differ(env.BUILDKITE_PULL_REQUEST_REPO,env.BUILDKITE_REPO):void 0})}},AZURE_PIPELINES:env=>({run:known$1({provider:`Azure Pipelines`,url:azureUrl(env),jobUrl:joined(azureUrl(env),`&view=logs&j=`,env.SYSTEM_JOBID),event:env.BUILD_REASON,workflow:env.BUILD_DEFINITIONNAME}),...build(env.BUILD_BUILDID),attempt:Math.max(toNumber(env.SYSTEM_JOBATTEMPT)??1,toNumber(env.SYSTEM_STAGEATTEMPT)??1),job:numbered(both(env.SYSTEM_STAGENAME,env.SYSTEM_JOBNAME)??env.AGENT_JOBNAME,env.SYSTEM_JOBPOSITIONINPHASE,env.SYSTEM_TOTALJOBSINPHASE??`1`),code:known$1({headSha:env.SYSTEM_PULLREQUEST_SOURCECOMMITID,branch:toBranch(env.SYSTEM_PULLREQUEST_SOURCEBRANCH||env.BUILD_SOURCEBRANCH),baseBranch:toBranch(env.SYSTEM_PULLREQUEST_TARGETBRANCH),pullRequest:toNumber(env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER||env.SYSTEM_PULLREQUEST_PULLREQUESTID),repository:env.BUILD_REPOSITORY_NAME,fork:env.SYSTEM_PULLREQUEST_ISFORK?.toLowerCase()===`true`})}),JENKINS:env=>({run:known$1({provider:`Jenkins`,url:env.BUILD_URL,workflow:env.JOB_NAME}),...build(env.BUILD_TAG||both(env.JOB_NAME,env.BUILD_NUMBER||env.BUILD_ID)),attempt:1,job:env.STAGE_NAME??``,code:known$1({branch:toBranch(env.CHANGE_BRANCH||env.BRANCH_NAME||env.GIT_BRANCH),baseBranch:env.CHANGE_TARGET,pullRequest:toNumber(env.CHANGE_ID),fork:Boolean(env.CHANGE_FORK)})}),BITBUCKET:env=>({run:known$1({provider:`Bitbucket Pipelines`,url:env.BITBUCKET_REPO_FULL_NAME?`https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER}`:void 0}),...build(env.BITBUCKET_BUILD_NUMBER),attempt:toNumber(env.BITBUCKET_STEP_RUN_NUMBER)??1,job:numbered(void 0,env.BITBUCKET_PARALLEL_STEP),code:known$1({branch:env.BITBUCKET_BRANCH,baseBranch:env.BITBUCKET_PR_DESTINATION_BRANCH,pullRequest:toNumber(env.BITBUCKET_PR_ID),headSha:env.BITBUCKET_PR_ID?env.BITBUCKET_COMMIT:void 0,repository:env.BITBUCKET_REPO_FULL_NAME})}),TRAVIS:env=>{
const isPull=env.TRAVIS_PULL_REQUEST!==`false`;
return{run:known$1({provider:`Travis CI`,url:env.TRAVIS_BUILD_WEB_URL,jobUrl:env.TRAVIS_JOB_WEB_URL,event:env.TRAVIS_EVENT_TYPE}),...build(env.TRAVIS_BUILD_ID),attempt:1,job:env.TRAVIS_JOB_NAME||(env.TRAVIS_JOB_NUMBER?.split(`.`).at(-1)??``),code:known$1({headSha:env.TRAVIS_PULL_REQUEST_SHA,branch:env.TRAVIS_PULL_REQUEST_BRANCH||env.TRAVIS_BRANCH,baseBranch:isPull?env.TRAVIS_BRANCH:void 0,pullRequest:isPull?toNumber(env.TRAVIS_PULL_REQUEST):void 0,repository:env.TRAVIS_REPO_SLUG,fork:differ(env.TRAVIS_PULL_REQUEST_SLUG,env.TRAVIS_REPO_SLUG)})}},DRONE:env=>({run:known$1({provider:`Drone`,url:env.DRONE_BUILD_LINK,event:env.DRONE_BUILD_EVENT}),...build(env.DRONE_BUILD_NUMBER),attempt:1,job:both(env.DRONE_STAGE_NAME,env.DRONE_STEP_NAME)??``,code:known$1({branch:env.DRONE_SOURCE_BRANCH||env.DRONE_BRANCH,baseBranch:env.DRONE_PULL_REQUEST?env.DRONE_TARGET_BRANCH:void 0,pullRequest:toNumber(env.DRONE_PULL_REQUEST),repository:env.DRONE_REPO,defaultBranch:env.DRONE_REPO_BRANCH})}),WOODPECKER:env=>({run:known$1({provider:`Woodpecker`,url:env.CI_PIPELINE_URL,event:env.CI_PIPELINE_EVENT}),...build(env.CI_PIPELINE_NUMBER),attempt:1,job:both(env.CI_WORKFLOW_NAME,env.CI_STEP_NAME)??``,code:known$1({branch:env.CI_COMMIT_SOURCE_BRANCH||env.CI_COMMIT_BRANCH,baseBranch:env.CI_COMMIT_PULL_REQUEST?env.CI_COMMIT_TARGET_BRANCH:void 0,pullRequest:toNumber(env.CI_COMMIT_PULL_REQUEST),repository:env.CI_REPO,defaultBranch:env.CI_REPO_DEFAULT_BRANCH})})};
const build=id=>id?{build:id}:{};
const azureUrl=({SYSTEM_TEAMFOUNDATIONCOLLECTIONURI:server,SYSTEM_TEAMPROJECT,BUILD_BUILDID})=>server&&BUILD_BUILDID?`${server}${SYSTEM_TEAMPROJECT}/_build/results?buildId=${BUILD_BUILDID}`:void 0;
const joined=(address,between,id)=>address&&id?`${address}${between}${id}`:void 0;
const both=(first,second)=>first&&second?`${first}/${second}`:second||first||void 0;
const differ=(one,other)=>Boolean(one&&other&&one.toLowerCase()!==other.toLowerCase());
const readCi=(env,ci)=>{
if(!ci.isCI)return void 0;
const read=ci.id===null?void 0:PROVIDERS[ci.id];
const facts=read?read(env):readUnknown(env,ci.name);
const jobUrl=env.SVC_CI_JOB_URL?.trim();
return jobUrl?{...facts,run:{...facts.run,jobUrl}}:facts};
const readUnknown=(env,name)=>({run:{provider:name??`unknown`},...known$1({build:env.CI_PIPELINE_ID||env.CODEBUILD_BUILD_ID||env.CI_BUILD_ID||env.BUILD_ID||env.BUILD_NUMBER}),attempt:1,job:``,code:{}});
const uuidv7=(now=Date.now())=>{
const bytes=nodeCrypto().randomFillSync(Buffer.alloc(16));
bytes.writeUIntBE(now,0,6);
bytes[6]=112|(bytes[6]??0)&15;
bytes[8]=128|(bytes[8]??0)&63;
const hex=bytes.toString(`hex`);
return`${hex.slice(0,8)}-${hex.slice(8,12)}-${hex.slice(12,16)}-${hex.slice(16,20)}-${hex.slice(20)}`};
const uuidv4=()=>nodeCrypto().randomUUID();
const nodeCrypto=()=>process.getBuiltinModule(`node:crypto`);
const DEFAULT_URL=`http://127.0.0.1:4700`;
const DEFAULT_TIMEOUT_MS=3e4;
const DEFAULT_ARTIFACTS_TIMEOUT_MS=6e4;
const GIT_HOOK_VARIABLE=/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE)$/;
const resolveConfig=(options,env,detected)=>{
const ci=readCi(env,detected);
const apiKey=text(options.apiKey)??text(env.SVC_API_KEY);
const project=text(options.project)??text(env.SVC_PROJECT);
const declaredRoot=text(env.SVC_ROOT);
const url=toBase(text(options.url)??text(env.SVC_URL)??DEFAULT_URL);
const build=text(options.build)??text(env.SVC_BUILD)??ci?.build;
const proxy=readProxy(env);
const problem=describeProblem(url,apiKey);
return{enabled:isOn(options.enabled)??isOn(env.SVC_ENABLED)??true,quiet:isOn(options.quiet)??isOn(env.SVC_QUIET)??false,recordsWithoutKey:isOn(options.record)??isOn(env.SVC_RECORD)??env.GITHUB_ACTIONS===`true`,url,suite:text(options.suite)??text(env.SVC_SUITE)??`default`,variant:text(options.variant)??text(env.SVC_VARIANT)??``,leg:text(options.leg)??text(env.SVC_LEG)??defaultLeg(),build:build??uuidv4(),solitary:build===void 0,runAttempt:ci?.attempt??1,job:text(options.job)??text(env.SVC_JOB)??ci?.job??``,tags:readList(options.tags,env.SVC_TAGS),live:isOn(options.live)??isOn(env.SVC_LIVE)??false,watch:isOn(options.watch)??isOn(env.SVC_WATCH)??false,timeoutMs:readTimeout(options.timeoutMs??env.SVC_TIMEOUT_MS,DEFAULT_TIMEOUT_MS),artifacts:readArtifacts(options.artifacts)??readArtifacts(env.SVC_ARTIFACTS)??`failed`,artifactsTimeoutMs:readTimeout(options.artifactsTimeoutMs??env.SVC_ARTIFACTS_TIMEOUT_MS,DEFAULT_ARTIFACTS_TIMEOUT_MS),trust:ci?ci.code.fork?`fork`:`ci`:`local`,secrets:readSecrets(env,apiKey,readList(options.redact,env.SVC_REDACT)),gitEnv:readGitEnv(env),...apiKey&&{apiKey},...project&&{project},...declaredRoot&&{declaredRoot},...ci&&{ci},...proxy&&{proxy},...problem&&{problem}}};
const defaultLeg=()=>`${process.platform}-${process.arch}-node${process.versions.node.split(`.`)[0]}`;
const toBase=url=>url.replace(/\/+$/,``).replace(/\/api\/ingest$/,``);
const text=value=>{
const plain=value===void 0||value===null?``:String(value).trim();
return plain===``?void 0:plain};
const ON=[`1`,`true`,`on`,`yes`];
const OFF=[`0`,`false`,`off`,`no`];
const isOn=value=>{
if(typeof value===`boolean`)return value;
const plain=text(value)?.toLowerCase()??``;
if(ON.includes(plain))return true;
return OFF.includes(plain)?false:void 0};
const readList=(option,variable)=>{
const given=option??variable??``;
const items=typeof given===`string`?given.split(`,`):given;
return[...new Set(items.map(item=>text(item)).filter(item=>item!==void 0))]};
const readArtifacts=value=>{
const word=text(value)?.toLowerCase();
return word===`failed`||word===`all`||word===`none`?word:void 0};
const readTimeout=(value,fallback)=>{
const number=value===void 0||value===``?NaN:Number(value);
return number>=0&&number<=2**31-1?number:fallback};
const readProxy=env=>{
const http=text(env.http_proxy)??text(env.HTTP_PROXY);
const https=text(env.https_proxy)??text(env.HTTPS_PROXY);
const except=text(env.no_proxy)??text(env.NO_PROXY);
if(!http&&!https)return void 0;
return{...http&&{http},...https&&{https},...except&&{except}}};
const readGitEnv=env=>{
const kept=Object.entries(env).filter(([name])=>!GIT_HOOK_VARIABLE.test(name));
return{...Object.fromEntries(kept),LC_ALL:`C`,GIT_OPTIONAL_LOCKS:`0`,GIT_TERMINAL_PROMPT:`0`,GIT_NO_LAZY_FETCH:`1`}};
const describeProblem=(url,apiKey)=>{
const address=URL.canParse(url)?new URL(url):void 0;
if(!address||!/^https?:$/.test(address.protocol))return`the server address is not an http or https URL; check SVC_URL or the option url`;
if(address.username||address.password)return`the server address contains a user name or password, which reporters cannot send; remove it from SVC_URL or the option url`;
if(address.search||address.hash)return`the server address contains a query or a fragment (? or #); check SVC_URL or the option url`;
const keyProblem=apiKey&&describeKeyProblem(apiKey);
return keyProblem?`the API key is not valid: ${keyProblem}; check SVC_API_KEY`:void 0};
const journalFolder=root=>join(root,`.svc`,`journal`);
const rejectedFolder=folder=>join(folder,`rejected`);
const artifactFolder=journal=>`${journal.replace(/\.ndjson$/,``)}.artifacts`;
const makeJournalFolder=root=>{
const folder=journalFolder(root);
try{
mkdirSync(folder,{recursive:true,mode:448})}catch(error){
if(codeOf$1(error)===`ENOENT`)mkdirSync(join(root,`.svc`));
throw error}
const ignored=join(root,`.svc`,`.gitignore`);
try{
writeFileSync(ignored,`*
`,{flag:`wx`})}catch(error){
if(codeOf$1(error)===`EEXIST`)return folder;
rmSync(ignored,{force:true});
throw error}
return folder};
const codeOf$1=error=>error instanceof Error&&`code`in error?error.code:void 0;
const SHA=/^[0-9a-f]{40,64}$/;
const readGitHead=root=>{
const folder=gitFolder(join(root,`.git`));
const content=read$1(join(folder,`HEAD`));
if(content===void 0)return{};
if(SHA.test(content))return{sha:content};
const ref=refOf(content);
if(!ref)return{};
const common=commonFolder(folder);
const sha=read$1(join(folder,ref))??read$1(join(common,ref))??packed(common,ref);
const branch=ref.startsWith(`refs/heads/`)?ref.slice(11):void 0;
return{...sha&&SHA.test(sha)&&{sha},...branch&&{branch}}};
const readOriginHead=root=>{
const folder=gitFolder(join(root,`.git`));
const head=read$1(join(folder,`HEAD`));
if(head===void 0||refOf(head)===PLACEHOLDER)return void 0;
const noted=read$1(join(commonFolder(folder),`refs/remotes/origin/HEAD`));
return noted===void 0?null:refOf(noted)?.replace(/^refs\/remotes\/origin\//,``)};
const readOriginUrl=root=>{
const settings=read$1(join(commonFolder(gitFolder(join(root,`.git`))),`config`));
if(settings===void 0||NOT_PLAIN.test(settings))return void 0;
let isOrigin=false;
for(const line of settings.split(`
`).map(each=>each.trim())){
if(line.startsWith(`[`))isOrigin=line===`[remote "origin"]`;
const url=isOrigin?/^url\s*=\s*(.*)$/i.exec(line)?.[1]:void 0;
if(url!==void 0)return url===``||/["#;]/.test(url)?void 0:url}};
const NOT_PLAIN=/\\|^[ \t]*\[[ \t]*include|worktreeconfig|^[ \t]*\[[^\]]*\][ \t]*[^ \t\r\n]/im;
const PLACEHOLDER=`refs/heads/.invalid`;
const refOf=content=>/^ref: (.+)$/.exec(content)?.[1];
const commonFolder=folder=>resolve(folder,read$1(join(folder,`commondir`))??`.`);
const gitFolder=path=>{
const target=/^gitdir: (.+)$/m.exec(read$1(path)??``)?.[1];
return target?resolve(path,`..`,target):path};
const packed=(common,ref)=>read$1(join(common,`packed-refs`))?.split(`
`).find(line=>line.endsWith(` ${ref}`))?.split(` `)[0];
const read$1=path=>{
try{
return readFileSync(path,`utf8`).trim()}catch{
return}};
const FOREIGN_SILENCE_MS=9e5;
const PID_TRUST_MS=864e5;
const lockPath=journal=>`${journal}.lock`;
const writeLock=journal=>{
const started=processStart(process.pid);
const owner={pid:process.pid,host:thisHost(),...started&&{started}};
writeFileSync(lockPath(journal),JSON.stringify(owner),{mode:384,flag:`wx`})};
const claim=journal=>{
if(isInUse(journal))return false;
rmSync(lockPath(journal),{force:true});
try{
writeLock(journal);
return true}catch(error){
if(error instanceof Error&&`code`in error&&error.code===`EEXIST`)return false;
throw error}};
const removeLock=journal=>{
try{
rmSync(lockPath(journal),{force:true})}catch{}};
const isInUse=(journal,now=Date.now())=>{
const owner=readOwner(lockPath(journal));
if(!owner)return false;
const silenceMs=now-lastChange(journal);
if(owner.host!==thisHost())return silenceMs<FOREIGN_SILENCE_MS;
if(!isRunning(owner.pid))return false;
const started=processStart(owner.pid);
return started&&owner.started?started===owner.started:silenceMs<PID_TRUST_MS};
const readOwner=path=>{
try{
const owner=JSON.parse(readFileSync(path,`utf8`));
return isOwner(owner)?owner:void 0}catch{
return}};
const isOwner=value=>typeof value===`object`&&value!==null&&`pid`in value&&typeof value.pid===`number`&&`host`in value&&typeof value.host===`string`;
const isRunning=pid=>{
try{
process.kill(pid,0);
return true}catch(error){
return error instanceof Error&&`code`in error&&error.code===`EPERM`}};
const processStart=pid=>{
try{
const stat=readFileSync(`/proc/${pid}/stat`,`utf8`);
return stat.slice(stat.lastIndexOf(`)`)+2).split(` `)[19]}catch{
return}};
const thisHost=()=>{
try{
return`${hostname()} ${readlinkSync(`/proc/self/ns/pid`)}`}catch{
return hostname()}};
const lastChange=path=>{
try{
return statSync(path).mtimeMs}catch{
return 0}};
const firstOpen=(journal,start,config,root,relative)=>{
const packageFolder=relative(start.runnerRoot);
return{journal,...config.project&&{project:config.project},suite:config.suite,build:config.build,...config.solitary&&{solitary:true},runAttempt:config.runAttempt,part:{job:config.job,package:packageFolder,config:start.configFile?posix.relative(packageFolder,relative(start.configFile)):``,leg:config.leg,...start.shard&&{shard:start.shard}},trust:config.trust,code:root.kind===`git`?codeAtHand(config,root):{...config.ci?.code},...config.ci&&{ci:config.ci.run},runner:start.runner,client:start.client,root:root.kind,environment:{os:process.platform,arch:process.arch,node:process.versions.node},...config.tags.length>0&&{tags:config.tags},startedAt:Math.round(start.startedAt??Date.now())}};
const completeOpen=async(open,root,config,commit)=>{
const code=root.kind===`git`?await askGit(open,root,config,commit):open.code;
const project=open.project??await nameProject(root.path,code.repository);
const{readCodeowners}=await import(`./codeowners.js`);
const codeowners=open.trust===`fork`?void 0:await readCodeowners(root.path);
return{...open,...project&&{project},code,...codeowners&&{codeowners}}};
const askGit=async(open,root,config,commit)=>{
const{gatherCode}=await import(`./git2.js`);
return gatherCode({root:root.path,env:config.gitEnv,known:open.code,...open.ci&&{ci:open.ci},...commit&&{commit}})};
const codeAtHand=(config,root)=>{
const head=readGitHead(root.path);
return{...head.sha&&{testedSha:head.sha},...head.branch&&{branch:head.branch},...config.ci?.code}};
const nameProject=async(root,repository)=>{
const{toSlug}=await import(`./remote.js`);
return toSlug(repository?.split(`/`).at(-1)??await packageName(root)??basename(root))||toSlug(basename(root))||void 0};
const packageName=async root=>{
try{
const{readFile}=await import(`node:fs/promises`);
const manifest=JSON.parse(await readFile(join(root,`package.json`),`utf8`));
const name=typeof manifest===`object`&&manifest!==null&&`name`in manifest?manifest.name:``;
return typeof name===`string`&&name!==``?name:void 0}catch{
return}};
const CHUNK_BYTES=1048576;
const NEWLINE=10;
async function*readWhole(source,start=0){
if(source.path&&source.bytes>start){
const options={highWaterMark:CHUNK_BYTES,start,end:source.bytes-1};
let rest=[];
for await(const chunk of createReadStream(source.path,options)){
const end=chunk.lastIndexOf(NEWLINE)+1;
if(end>0){
const piece=rest.length>0?Buffer.concat([...rest,chunk.subarray(0,end)]):chunk.subarray(0,end);
const whole=source.isFound?untorn(piece):piece;
if(whole.length>0)yield whole;
if(whole!==piece)return;
rest=[]}
if(end<chunk.length)rest.push(chunk.subarray(end))}}
if(source.lines.length>0)yield Buffer.from(`${source.lines.join(`
`)}\n`)}
const untorn=piece=>{
const lines=piece.toString().split(`
`).slice(0,-1);
const torn=lines.findIndex(line=>!isWhole(line));
return torn===-1?piece:Buffer.from(lines.slice(0,torn).map(line=>`${line}\n`).join(``))};
const isWhole=line=>{
try{
const parsed=JSON.parse(line);
return Array.isArray(parsed)&&typeof parsed[0]===`string`}catch{
return false}};
const eachLine=(piece,visit)=>{
for(let start=0;start<piece.length;){
const end=piece.indexOf(NEWLINE,start)+1;
visit(start,end);
start=end}};
const atStart=()=>({bytes:0,entries:0,groups:new Map});
const SEGMENT_BYTES=7340032;
const MORE_ENTRIES=1e3;
const summarize=async source=>{
const summary={opens:0,entries:0,hasEnd:false};
for await(const piece of readWhole(source))eachLine(piece,(start,end)=>{
const kind=kindOf(piece,start);
if(kind===`open`){
summary.open=piece.toString(`utf8`,start,end-1);
summary.opens+=1}else if(kind!==`group`)summary.entries+=1;
if(kind===`end`)summary.hasEnd=true});
return summary};
async function*segments(source,open,from,mark=atStart()){
const{groups}=mark;
let entry=mark.entries;
let segment=makeSegment(from===0?open:withoutCodeowners(open),from);
for await(const piece of readWhole(source,mark.bytes)){
const full=[];
eachLine(piece,(start,end)=>{
const kind=kindOf(piece,start);
if(kind===`open`)return;
if(kind===`group`)return void groups.set(numberAt(piece,start+GROUP),Buffer.from(piece.subarray(start,end)));
entry+=1;
if(entry<=from)return;
const most=LIMITS.segmentEntries+(kind===`attempt`?0:MORE_ENTRIES);
if(kind!==`end`&&segment.count>=most||segment.bytes>=SEGMENT_BYTES){
full.push(segment.close());
segment=makeSegment(withoutCodeowners(open),entry-1)}
const group=kind===`attempt`?numberAt(piece,start+ATTEMPT):void 0;
segment.add(piece,start,end,group,groups)});
segment.leave();
yield*full}
if(segment.count>0||entry===0)yield segment.close()}
const withoutCodeowners=open=>{
if(!open.includes(`"codeowners":`))return open;
const[kind,version,{codeowners:_,...rest}]=JSON.parse(open);
return JSON.stringify([kind,version,rest])};
const kindOf=(piece,start)=>{
const isNamed=(letter,length)=>piece[start+2]===letter&&piece[start+2+length]===QUOTE;
if(isNamed(97,7))return`attempt`;
if(isNamed(103,5))return`group`;
if(isNamed(111,4))return`open`;
return isNamed(101,3)?`end`:`other`};
const QUOTE=34;
const GROUP=9;
const ATTEMPT=11;
const numberAt=(piece,start)=>{
let number=0;
for(let position=start;;position+=1){
const digit=(piece[position]??0)-48;
if(digit<0||digit>9)return number;
number=number*10+digit}};
const makeSegment=(open,from)=>{
const parts=[Buffer.from(`${open}\n`)];
const defined=new Set;
let count=0;
let bytes=0;
let range;
const leave=()=>{
if(range)parts.push(range.piece.subarray(range.start,range.end));
range=void 0};
return{leave,add(piece,start,end,group,groups){
const definition=group===void 0||defined.has(group)?void 0:groups.get(group);
if(group!==void 0&&definition){
leave();
defined.add(group);
parts.push(definition);
bytes+=definition.length}
if(range?.end===start)range.end=end;else{
leave();
range={piece,start,end}}
bytes+=end-start;
count+=1},close(){
leave();
return{from,count,body:Buffer.concat(parts)}},get count(){
return count},get bytes(){
return bytes}}};
var NetworkError=class extends Error{code;proxy;waitedMs;constructor(code,more={}){
super(code,more.cause===void 0?{}:{cause:more.cause});
this.code=code;
this.proxy=more.proxy;
this.waitedMs=more.waitedMs??0}};
const describeNetworkError=(error,url)=>{
const chain=causesOf(error);
const proxy=chain.map(each=>each instanceof NetworkError?each.proxy:void 0).find(Boolean);
const place=proxy?`${url} through the proxy ${proxy}`:url;
for(const each of chain){
const code=codeOf(each);
const refusal=code&&/^PROXY_(\d+)$/.exec(code)?.[1];
if(proxy&&refusal)return{reason:describeProxyRefusal(proxy,refusal),patience:`none`};
const known=code&&(KNOWN[code]??(/CERT|VERIFY/.test(code)?untrusted:void 0));
if(!known)continue;
const{patience}=known;
const reason=known.reason(url,each instanceof NetworkError?each.waitedMs:0);
if(proxy&&BEFORE_THE_PROXY.has(known))return{patience,reason:`the proxy ${proxy} could not be reached${codeNote(code)}; check HTTPS_PROXY, HTTP_PROXY and NO_PROXY`};
return{patience,reason:known.isWhole?`${place} ${reason}`:`${place} could not be reached${codeNote(code)}: ${reason}`}}
return{reason:`${place} could not be reached: ${(chain.at(-1)?.message??String(error)).slice(0,300)}`,patience:`some`}};
const describeProxyRefusal=(proxy,status)=>Number(status)===407?`the proxy ${proxy} requires a user name and a password (407); set them in HTTPS_PROXY or HTTP_PROXY, or add the server to NO_PROXY`:`the proxy ${proxy} does not forward to the server (${status}); add the server to NO_PROXY if it needs no proxy`;
const codeNote=code=>OWN.test(code)?``:` (${code})`;
const OWN=/^(?:NO_CONNECTION|SILENT|TIME_UP|PROXY.*)$/;
const untrusted={reason:()=>`its certificate is not trusted; set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority`,patience:`none`};
const refused={reason:()=>`no server listens there; check that the server is running and that SVC_URL is its address`,patience:`once`};
const unresolved={reason:()=>`its name could not be resolved; check SVC_URL and the network`,patience:`little`};
const cut$1={reason:url=>url.startsWith(`http:`)?`the connection was cut before the answer was complete; if this persists, check whether the server requires https`:`the connection was cut before the answer was complete`,patience:`some`};
const unanswered={reason:()=>`no connection was established in time; check SVC_URL, the network and the firewall`,patience:`none`};
const BEFORE_THE_PROXY=new Set([refused,unresolved,unanswered]);
const otherTongue={reason:()=>`the answer is not HTTP; check SVC_URL`,patience:`none`};
const KNOWN={ECONNREFUSED:refused,ENOTFOUND:unresolved,EAI_AGAIN:unresolved,EAI_FAIL:unresolved,EAI_NODATA:unresolved,ECONNRESET:cut$1,ECONNABORTED:cut$1,EPIPE:cut$1,NO_CONNECTION:unanswered,ETIMEDOUT:unanswered,EHOSTUNREACH:unanswered,ENETUNREACH:unanswered,EADDRNOTAVAIL:unanswered,SILENT:{reason:(_url,waitedMs)=>`accepts requests, but sent no complete answer in ${Math.round(waitedMs/1e3)} s; check the server`,patience:`none`,isWhole:true},TIME_UP:{reason:()=>`sent no complete answer in time; to allow more time, raise the option timeoutMs or SVC_TIMEOUT_MS`,patience:`none`,isWhole:true},EPROTO:{reason:()=>`the TLS handshake failed; check whether SVC_URL should begin with http://`,patience:`none`},PROXY_KIND:{reason:()=>`HTTPS_PROXY or HTTP_PROXY is not an http or https address`,patience:`none`},HPE_INVALID_CONSTANT:otherTongue,HPE_HEADER_OVERFLOW:otherTongue,CERT_HAS_EXPIRED:{reason:()=>`its certificate has expired; renew it, or set the clock of this machine`,patience:`none`},CERT_NOT_YET_VALID:{reason:()=>`its certificate is not valid yet; set the clock of this machine`,patience:`none`},ERR_TLS_CERT_ALTNAME_INVALID:{reason:()=>`its certificate is for another host; set SVC_URL to the host name in the certificate`,patience:`none`},DEPTH_ZERO_SELF_SIGNED_CERT:untrusted,SELF_SIGNED_CERT_IN_CHAIN:untrusted};
const causesOf=(error,depth=0)=>{
if(!(error instanceof Error)||depth>5)return[];
return[error,...error instanceof AggregateError?error.errors.flatMap(each=>causesOf(each,depth+1)):[],...causesOf(error.cause,depth+1)]};
const codeOf=error=>`code`in error&&typeof error.code===`string`?error.code:void 0;
const CONNECT_MS=5e3;
const toOptions=url=>{
const host=url.hostname.replace(/^\[|\]$/g,``);
return{agent:false,host,servername:isIP(host)?``:host,port:url.port||(url.protocol===`https:`?443:80),path:`${url.pathname}${url.search}`,autoSelectFamilyAttemptTimeout:1e3}};
const builtIn=isTls=>isTls?process.getBuiltinModule(`node:https`):process.getBuiltinModule(`node:http`);
const requestOptions=({options},method,headers,body)=>({method,...options,headers:{"user-agent":`svc-client`,...headers,...body&&{"content-length":String(body.length)},...options.headers}});
const SILENCE_MS=1e4;
const silenceOf=timeoutMs=>Math.max(SILENCE_MS,timeoutMs/10);
const ANSWER_BYTES$2=262144;
const PIECE_BYTES=65536;
const makePost=async(url,proxy)=>{
const findRoute=await makeRoutes(url,proxy);
return async(to,headers,body,timeoutMs,method=body?`POST`:`GET`,mostBytes=ANSWER_BYTES$2)=>{
const start=performance.now();
const route=await findRoute(new URL(to),timeoutMs);
const{request}=builtIn(route.isTls);
const sending=request(requestOptions(route,method,headers,body));
const leftMs=timeoutMs-(performance.now()-start);
return exchange(sending,route,body,{timeoutMs:leftMs,silenceMs:silenceOf(timeoutMs),mostBytes})}};
const makeRoutes=async(url,proxy)=>proxy&&!isLoopback(new URL(url).hostname)?throughProxy(proxy):direct;
const direct=url=>({isTls:url.protocol===`https:`,options:toOptions(url)});
const throughProxy=async proxy=>{
const{routeThrough}=await import(`./http-proxy.js`);
return(url,timeoutMs)=>routeThrough(url,proxy,timeoutMs)??direct(url,timeoutMs)};
const exchange=(request,route,body,{timeoutMs,silenceMs,mostBytes})=>new Promise((resolve,reject)=>{
let answer;
const pieces=[];
let size=0;
let silence;
const timeUp=setTimeout(()=>fail(new NetworkError(`TIME_UP`)),Math.max(1,timeoutMs));
const expect=(ms,code)=>{
clearTimeout(silence);
silence=setTimeout(()=>fail(new NetworkError(code,{waitedMs:ms})),ms)};
const end=()=>{
clearTimeout(timeUp);
clearTimeout(silence);
request.on(`error`,()=>void 0).destroy()};
const succeed=({statusCode=0,headers})=>{
end();
const header=name=>[headers[name]].flat().join(`, `)||null;
const bytes=Buffer.concat(pieces);
resolve({status:statusCode,header,body:bytes.toString(),bytes,proxy:route.proxy})};
const fail=error=>{
if(answer&&answer.statusCode!==200)return succeed(answer);
end();
reject(route.proxy?new NetworkError(`PROXY`,{cause:error,proxy:route.proxy}):error)};
request.on(`error`,fail);
request.on(`socket`,socket=>{
expect(CONNECT_MS,`NO_CONNECTION`);
const isReady=()=>expect(silenceMs,`SILENT`);
if(socket.connecting)socket.once(route.isTls?`secureConnect`:`connect`,isReady);else isReady()});
request.on(`response`,response=>{
answer=response;
response.on(`data`,piece=>{
pieces.push(piece);
size+=piece.length;
if(size>mostBytes)succeed(response)});
response.on(`end`,()=>succeed(response));
response.on(`error`,fail)});
send(request,body??new Uint8Array,()=>expect(silenceMs,`SILENT`))});
const send=(request,body,onProgress)=>{
let position=0;
const next=error=>{
if(error||request.destroyed)return;
if(position>0)onProgress();
if(position>=body.length)return void request.end();
const piece=body.subarray(position,position+PIECE_BYTES);
position+=piece.length;
request.write(piece,next)};
next()};
const isLoopback=host=>/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
const FIRST_PAUSE_MS$1=500;
const LONGEST_PAUSE_MS$2=1e4;
const LONGEST_ASKED_MS=864e5;
const pauseMs=(tried,random=Math.random())=>Math.min(LONGEST_PAUSE_MS$2,FIRST_PAUSE_MS$1*2**(tried-1))*(.5+random/2);
const AT_ONCE_MS=100;
const pauseAfter=(patience,tried,random)=>patience===`once`?AT_ONCE_MS:pauseMs(tried,random);
const retryAfterMs=(header,date=null)=>{
if(!header?.trim())return void 0;
const seconds=Number(header);
const now=Date.parse(date??``);
const ms=Number.isNaN(seconds)?Date.parse(header)-(Number.isNaN(now)?Date.now():now):seconds*1e3;
return Number.isNaN(ms)?void 0:Math.min(Math.max(0,ms),LONGEST_ASKED_MS)};
const sleep=ms=>new Promise(resolve=>setTimeout(resolve,ms));
const readReceipt=(body,base)=>{
const data=field(parse(body),`data`);
const accepted=field(data,`accepted`);
if(typeof accepted!==`number`||!Number.isSafeInteger(accepted)||accepted<0)return void 0;
const warnings=field(data,`warnings`);
const url=field(field(data,`execution`),`url`);
return{accepted,warnings:Array.isArray(warnings)?warnings.filter(each=>typeof each===`string`).map(oneLine):[],...typeof url===`string`&&URL.canParse(url,base)&&{url:new URL(url,base).href}}};
const isOurs=answer=>typeof field(field(parse(answer.body),`error`),`code`)===`string`;
const describeAnswer=(answer,url)=>{
const{status,proxy}=answer;
if(status===407)return describeProxyRefusal(proxy??`on the way`,status);
const message=field(field(parse(answer.body),`error`),`message`);
const said=typeof message===`string`&&message!==``?`: ${oneLine(message)}`:``;
const server=proxy&&!isOurs(answer)?`${url} or the proxy ${proxy}`:url;
if(status>=300&&status<400)return describeRedirect(answer,url);
if(status===401)return isOurs(answer)?`the server rejected the API key (401${said}); check SVC_API_KEY`:`${server} requires a sign-in that is not from svc (401); check SVC_URL`;
if(status===403)return isOurs(answer)?`the API key cannot send results (403${said})${said?``:`; create one with the role editor and the scope ingest`}`:`${server} blocks uploads (403); check SVC_URL`;
if(status===404||status===405)return`${server} does not accept uploads (${status}${said}); check SVC_URL, or update the server`;
if(status===413&&!isOurs(answer))return`${server} rejects a request of this size (413); raise its limit (nginx: client_max_body_size)`;
if(status===429)return`rate limit reached (429${said}${pauseOf(answer)})`;
if(status>=500)return isOurs(answer)?`the server reports an error (${status}${said})`:`${server} answered ${status}, and the answer is not from an svc server`;
if(!isOurs(answer))return`the answer of ${server} is not from an svc server (${status}); check SVC_URL`;
return`the server rejected the results (${status}${said})`};
const describeWait=(ms,reason,url)=>`waiting for ${url}, which asked for ${Math.ceil(ms/1e3)} s: ${reason}`;
const describeRedirect=(answer,url)=>{
const target=answer.header(`location`);
const place=target&&URL.canParse(target,url)?new URL(target,url):void 0;
if(!place)return`${url} redirects (${answer.status}); check SVC_URL`;
const base=`${place.origin}${place.pathname}`.replace(/\/api\/ingest\/*$/,``);
return place.pathname.endsWith(`/api/ingest`)?`${url} redirects (${answer.status}); set SVC_URL to ${oneLine(base)}`:`${url} redirects (${answer.status} to ${oneLine(base)}), possibly to a sign-in page; check SVC_URL`};
const pauseOf=answer=>{
const ms=retryAfterMs(answer.header(`retry-after`),answer.header(`date`));
return ms?`; retry after ${Math.ceil(ms/1e3)} s`:``};
const oneLine=text=>text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu,` `).trim().slice(0,300);
const parse=body=>{
try{
return JSON.parse(body)}catch{
return}};
const field=(value,name)=>typeof value===`object`&&value!==null&&name in value?Reflect.get(value,name):void 0;
const TRIES$2={none:1,once:2,little:3,some:4};
const TRIES_IN_CI={...TRIES$2,some:6};
const TRIES_WITHOUT_PROGRESS=3;
const TIME_WAS_UP=`time ran out before all results were sent; to allow more time, raise the option timeoutMs or SVC_TIMEOUT_MS`;
const sendJournal=async upload=>{
const{config}=upload;
if(!config.apiKey)return{kind:`denied`,reason:`no API key; set SVC_API_KEY`};
if(config.problem)return{kind:`denied`,reason:config.problem};
try{
return await sendAll(upload,await makePost(config.url,config.proxy),config.apiKey)}catch(error){
return{kind:`postponed`,reason:`the journal could not be sent: ${error instanceof Error?error.message:String(error)}`}}};
const sendAll=async(upload,post,key)=>{
let from=upload.from??0;
let receipt;
for(let stuck=0;stuck<TRIES_WITHOUT_PROGRESS;){
const before=from;
let isWhole=true;
for await(const segment of segments(upload.source,upload.open,from)){
const step=await sendSegment(upload,post,key,segment);
if(`kind`in step)return{...step,reason:step.reason.replaceAll(key,MASK)};
receipt=step.receipt??receipt;
from=step.accepted;
upload.onAccepted?.(from);
isWhole=from===segment.from+segment.count;
if(!isWhole)break}
const standing=isWhole?`level`:await compare(upload.source,from);
if(standing===`level`)return toSent(receipt,key);
if(standing===`ahead`)return{kind:`rejected`,reason:`the server reports ${from} entries, more than the journal has`};
if(from<=before)stuck+=1}
return{kind:`postponed`,reason:`the server stays at entry ${from} although more entries were sent; check its log`}};
const toSent=(receipt,key)=>({kind:`sent`,warnings:(receipt?.warnings??[]).map(warning=>warning.replaceAll(key,MASK)),...receipt?.url&&{url:receipt.url.replaceAll(key,`[redacted]`)}});
const compare=async(source,held)=>{
const{entries}=await summarize(source);
if(held<entries)return`behind`;
return held===entries?`level`:`ahead`};
const sendSegment=async(upload,post,key,segment)=>{
const{url,trust}=upload.config;
const tries=trust===`local`?TRIES$2:TRIES_IN_CI;
const{body,encoding}=await compress(segment.body);
let last={kind:`postponed`,reason:TIME_WAS_UP};
for(let tried=1;;tried+=1){
const left=upload.deadline-performance.now();
if(left<=0)return last;
const headers={authorization:`Bearer ${key}`,"content-type":`application/x-ndjson`,...encoding,[INGEST_HEADERS.from]:String(segment.from),[INGEST_HEADERS.clock]:String(Math.round(upload.clock?.()??Date.now()))};
const answer=await post(`${url}/api/ingest`,headers,body,left).catch(error=>describeNetworkError(error,url));
const{step,patience=`none`,waitMs=0}=judge$1(answer,url);
if(!(`kind`in step)||tried>=(upload.tries??tries[patience]))return step;
const pause=Math.max(waitMs,pauseAfter(patience,tried));
if(performance.now()+pause>=upload.deadline)return step;
last=step;
if(waitMs>0)upload.onWait?.(pause,step.reason.replaceAll(key,MASK));
await sleep(pause)}};
const judge$1=(answer,url)=>{
if(!(`status`in answer))return{step:{kind:`postponed`,reason:answer.reason},patience:answer.patience};
const{status}=answer;
if(status===200){
const receipt=readReceipt(answer.body,url);
if(receipt)return{step:{accepted:receipt.accepted,receipt}};
return{step:{kind:`denied`,reason:`the answer of ${url} is not from an svc server; check SVC_URL`}}}
const reason=describeAnswer(answer,url);
if(status===429||status===408||status===425||status>=500){
const waitMs=retryAfterMs(answer.header(`retry-after`),answer.header(`date`));
return{step:{kind:`postponed`,reason},patience:`some`,waitMs}}
const accepted=Number(answer.header(INGEST_HEADERS.accepted)??NaN);
if(status===409&&Number.isSafeInteger(accepted)&&accepted>=0)return{step:{accepted}};
return{step:{kind:isOurs(answer)&&(status===400||status===409||status===413)?`rejected`:`denied`,reason}}};
const gzipped=promisify(gzip);
const compress=async plain=>{
const body=await gzipped(plain,{level:1});
return plain.length>524288&&plain.length>body.length*LIMITS.inflationRatio*.5?{body:plain,encoding:{}}:{body,encoding:{"content-encoding":`gzip`}}};
const flushJournals=async flush=>{
const{most=Number.POSITIVE_INFINITY}=flush;
const flushed=[];
let obstacle;
let tried=0;
for(const path of await findJournals$1(flush.root)){
const journal=tried<most?await flushOne(path,flush,obstacle):untried(path,`only ${most} were tried`);
if(!journal)continue;
flushed.push(journal);
if(journal.state!==`running`&&journal.state!==`empty`)tried+=1;
if(journal.state===`denied`||journal.state===`postponed`)obstacle??={kind:journal.state,reason:journal.reason??``}}
return flushed};
const setAside=async path=>{
const folder=rejectedFolder(join(path,`..`));
await mkdir(folder,{recursive:true});
const place=join(folder,basename(path));
await rename(path,place);
await rename(artifactFolder(path),artifactFolder(place)).catch(()=>void 0);
return place};
const findJournals$1=async root=>{
const folder=journalFolder(root);
const names=await readdir(folder).catch(()=>[]);
const journals=names.filter(name=>name.endsWith(`.ndjson`)).sort();
const isOrphan=name=>!names.includes(journalOf(name)??name);
await removeOrphans(folder,names.filter(isOrphan));
return journals.map(name=>join(folder,name))};
const journalOf=name=>{
if(name.endsWith(`.lock`))return name.slice(0,-5);
return name.endsWith(`.artifacts`)?`${name.slice(0,-10)}.ndjson`:void 0};
const removeOrphans=async(folder,names)=>{
for(const name of names){
const journal=join(folder,journalOf(name)??name);
if(isInUse(journal))continue;
await rm(lockPath(journal),{force:true}).catch(()=>void 0);
await rm(artifactFolder(journal),{recursive:true,force:true}).catch(()=>void 0)}};
const flushOne=async(path,flush,obstacle)=>{
const unread={path,entries:0,isComplete:false};
if(!tryClaim(path))return{...unread,state:`running`};
try{
const source={path,bytes:(await stat(path)).size,lines:[],isFound:true};
const summary=await summarize(source);
const about={path,entries:summary.entries,isComplete:summary.hasEnd};
if(summary.open===void 0)return{...about,...await dropUnreadable(path)};
if(obstacle&&obstacle.kind!==`sent`)return{...about,state:obstacle.kind,reason:obstacle.reason};
const outcome=await sendResults(path,{source,summary,line:summary.open},flush);
const artifacts=outcome.kind===`sent`?await sendKept(path,summary.open,outcome,flush):void 0;
return{...about,...await settle$1(path,artifacts?.trouble??outcome,artifacts?.note)}}catch(error){
if(isMissing(error))return void 0;
const reason=error instanceof Error?error.message:String(error);
return{...unread,state:`postponed`,reason:`the journal could not be read: ${reason}`}}finally{
removeLock(path)}};
const sendResults=async(path,{source,summary,line},flush)=>{
const before=existsSync(artifactFolder(path))?await resultsSentBefore(path):void 0;
if(before)return{kind:`sent`,warnings:[],...before};
const open=rewritten(flush.isForeign?line:await completed(line,summary,flush),flush.rewrite);
const sent=await sendJournal({...flush,source,open});
return sent.kind===`sent`&&!summary.hasEnd?tellLost(open,summary.entries,flush):sent};
const rewritten=(line,rewrite)=>{
if(!rewrite)return line;
const[kind,version,open]=JSON.parse(line);
if(version!==1)throw new Error(`it has version ${version} instead of ${1}`);
return JSON.stringify([kind,version,rewrite(open)])};
const resultsSentBefore=async path=>{
const{readResultsSent}=await import(`./artifact-list.js`);
return readResultsSent(artifactFolder(path))};
const sendKept=async(path,line,results,flush)=>{
if(!existsSync(artifactFolder(path)))return void 0;
const{flushArtifacts}=await import(`./artifact-flush.js`);
const{config,deadline,artifactsDeadline=deadline}=flush;
const url=`url`in results?results.url:void 0;
return flushArtifacts({config,folder:artifactFolder(path),line,url,deadline:artifactsDeadline})};
const untried=(path,reason)=>{
const about={path,entries:0,isComplete:false};
return isInUse(path)?{...about,state:`running`}:{...about,state:`postponed`,reason}};
const tryClaim=path=>{
try{
return claim(path)}catch{
return true}};
const tellLost=(line,from,flush)=>{
const[kind,version,open]=JSON.parse(line);
return sendJournal({...flush,source:{bytes:0,lines:[]},open:JSON.stringify([kind,version,{...open,lost:true}]),from})};
const dropUnreadable=async path=>{
if((await readFile(path)).includes(`
`))return{path:await setAside(path),state:`rejected`,reason:`its first line is damaged`};
await rm(path,{force:true});
return{path,state:`empty`}};
const isMissing=error=>error instanceof Error&&`code`in error&&error.code===`ENOENT`;
const settle$1=async(path,outcome,note)=>{
if(outcome.kind===`sent`){
const kept=await rm(path,{force:true}).catch(error=>error);
await rm(artifactFolder(path),{recursive:true,force:true}).catch(()=>void 0);
const reason=kept&&`sent, but the journal could not be removed: ${kept.message}`;
const{url}=outcome;
return{path,state:`sent`,...url&&{url},...reason&&{reason},...note&&{note}}}
if(outcome.kind!==`rejected`)return{path,state:outcome.kind,reason:outcome.reason};
return{path:await setAside(path),state:`rejected`,reason:outcome.reason}};
const NO_COMMIT=`0`.repeat(40);
const completed=async(line,summary,{root,config})=>{
if(summary.opens>1)return line;
const parsed=JSON.parse(line);
if(!Array.isArray(parsed)||parsed[1]!==1)return line;
const open=parsed[2];
const tested=open.code.testedSha;
const commit=tested&&tested===readGitHead(root).sha?void 0:tested??NO_COMMIT;
const complete=await completeOpen(open,{path:root,kind:open.root},config,commit);
const cleaner=makeCleaner({root,relative:path=>path,secrets:config.secrets});
return JSON.stringify([`open`,1,cleanOpen(complete,cleaner)])};
const FAIL_ON=[`regressions`,`failures`,`new-failures`,`never`];
const gate$1=(report,failOn)=>RULES[failOn](report);
const RULES={regressions:({totals:{mine,unknown,errors},hasBase})=>counted(hasBase?mine+unknown+errors:0,`failure`,` caused, or possibly caused, by this change`),"new-failures":report=>counted(countNewFailures(report),`new failure`),failures:({execution:{counts,state}})=>{
const failures=counted(counts.failed+counts.errors,`failure`);
return failures.length===0&&state===`failed`?[`the run failed although no test failed`]:failures},never:()=>[]};
const countNewFailures=({totals,hasBase,execution:{counts}})=>hasBase?totals.regressions+totals.newFailures+totals.failuresNotCompared+totals.errors:counts.failed+counts.errors;
const counted=(count,what,more=``)=>count===0?[]:[`${count} ${what}${count===1?``:`s`}${more}`];
const appendValues=(path,values)=>{
if(!path)return;
const text=Object.entries(values).map(([name,value])=>entry(name,value));
appendFileSync(path,text.join(``))};
const entry=(name,value)=>{
const delimiter=`svc_${crypto.randomUUID()}`;
return`${name}<<${delimiter}\n${value}\n${delimiter}\n`};
const appendText=(path,text)=>{
if(path)appendFileSync(path,text)};
const sizeBytes=path=>{
try{
return path?statSync(path).size:0}catch{
return 0}};
const countAt=(value,path)=>{
const count=at(value,path);
return typeof count===`number`&&Number.isSafeInteger(count)&&count>=0?count:void 0};
const listAt=(value,path)=>{
const list=at(value,path);
return Array.isArray(list)?list:[]};
const shaAt=(value,path)=>{
const sha=textAt(value,path)?.toLowerCase();
return sha&&/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)?sha:void 0};
const parseJson=text=>{
try{
return JSON.parse(text)}catch{
return}};
const MOST_BYTES$3=33554432;
const REPOSITORY=/^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/;
const LARGEST=2147483647;
const readEvent=(env,config)=>{
const payload=readPayload(env.GITHUB_EVENT_PATH);
const code=config.ci?.code??{};
const pullRequest=isPlace(code.pullRequest)?code.pullRequest:void 0;
const name=env.GITHUB_EVENT_NAME??``;
const workflowRun=name===`workflow_run`?readWorkflowRun(payload):void 0;
return{name,runId:/^\d{1,19}$/.test(env.GITHUB_RUN_ID??``)?env.GITHUB_RUN_ID??``:``,runAttempt:config.ci?.attempt??1,job:env.GITHUB_JOB??``,runnerName:env.RUNNER_NAME??``,isFork:code.fork===true,isDependabot:env.GITHUB_ACTOR===`dependabot[bot]`||textAt(payload,`pull_request.user.login`)===`dependabot[bot]`,workspace:env.GITHUB_WORKSPACE||process.cwd(),temp:env.RUNNER_TEMP??``,apiUrl:(env.GITHUB_API_URL||`https://api.github.com`).replace(/\/+$/,``),graphqlUrl:env.GITHUB_GRAPHQL_URL||`https://api.github.com/graphql`,serverUrl:(env.GITHUB_SERVER_URL||`https://github.com`).replace(/\/+$/,``),...present({repository:toRepository(env.GITHUB_REPOSITORY),sha:shaAt({sha:env.GITHUB_SHA},`sha`),headSha:shaAt(code,`headSha`),branch:code.branch,baseBranch:code.baseBranch,defaultBranch:code.defaultBranch,pullRequest,baseTip:shaAt(payload,`pull_request.base.sha`)??shaAt(payload,`merge_group.base_sha`),changedFiles:countAt(payload,`pull_request.changed_files`),workflowRun})}};
const toRepository=full=>{
if(!full||!REPOSITORY.test(full)||full.includes(`..`))return void 0;
const[owner=``,name=``]=full.split(`/`);
return{owner,name,full}};
const readWorkflowRun=payload=>{
const id=countAt(payload,`workflow_run.id`);
const headSha=shaAt(payload,`workflow_run.head_sha`);
if(!id||!headSha)return void 0;
const headRepository=toRepository(textAt(payload,`workflow_run.head_repository.full_name`))?.full;
return{id,headSha,attempt:countAt(payload,`workflow_run.run_attempt`)||1,event:textAt(payload,`workflow_run.event`)??``,name:textAt(payload,`workflow_run.name`)??``,...headRepository&&{headRepository}}};
const readPayload=path=>{
try{
return path&&statSync(path).size<=MOST_BYTES$3?parseJson(readFileSync(path,`utf8`)):void 0}catch{
return}};
const isPlace=number=>typeof number===`number`&&Number.isInteger(number)&&number>0&&number<=LARGEST;
const present=facts=>Object.fromEntries(Object.entries(facts).filter(([,value])=>value!==void 0));
const LONGEST_PAUSE_MS$1=6e4;
const pause=async(ms,deadline,trouble,onWait)=>{
if(ms>6e4||performance.now()+ms>=deadline)throw trouble;
onWait?.();
await sleep(ms)};
var Trouble=class extends Error{status;said;isLimit;constructor(message,status,{said=``,isLimit=false}={}){
super(message);
this.status=status;
this.said=said;
this.isLimit=isLimit}};
const wordsOf=error=>error instanceof Error?error.message:String(error);
const TRIES$1=4;
const ANSWER_BYTES$1=33554432;
const makeGitHub=access=>({hasToken:access.token!==``,call:async(method,path,body)=>{
const{bytes}=await ask$2(access,method,`${access.apiUrl}${path}`,body);
return bytes.length>0?parseJson(bytes.toString()):void 0},graphql:async(query,variables)=>{
const{bytes}=await ask$2(access,`POST`,access.graphqlUrl,{query,variables},true);
return parseJson(bytes.toString())},download:async(path,mostBytes)=>{
const first=await ask$2(access,`GET`,`${access.apiUrl}${path}`,void 0,true,mostBytes);
const place=first.location;
if(!place)return first.bytes;
if(!URL.canParse(place)||!/^https?:$/.test(new URL(place).protocol))throw new Trouble(`GitHub returned no valid address for the artifact. Re-run the job.`);
return(await ask$2({...access,token:``},`GET`,place,void 0,true,mostBytes)).bytes}});
const ask$2=async(access,method,url,body,isRead=method!==`POST`,mostBytes=ANSWER_BYTES$1)=>{
const{token,post,deadline,say}=access;
const sent=body&&Buffer.from(JSON.stringify(body));
const headers={...token&&{authorization:`Bearer ${token}`,accept:`application/vnd.github+json`,"x-github-api-version":`2022-11-28`},...sent&&{"content-type":`application/json`},"user-agent":`svc-action`};
const what=`${method} ${new URL(url).pathname}`;
for(let tried=1;;tried+=1){
const left=deadline-performance.now();
if(left<=0)throw new Trouble(`Time ran out before GitHub answered. To allow more time, raise the input timeout-seconds.`);
const answer=await post(url,headers,sent,left,method,mostBytes).catch(error=>describeNetworkError(error,`GitHub`));
if(`patience`in answer){
const trouble=new Trouble(`GitHub could not be reached (${what}): ${answer.reason.slice(0,200)}.`);
if(!isRead||tried>=TRIES$1)throw trouble;
await pause(pauseMs(tried),deadline,trouble);
continue}
const{status}=answer;
const location=answer.header(`location`);
if(status>=300&&status<400&&location)return{bytes:answer.bytes,location};
if(status>=200&&status<300){
if(answer.bytes.length>mostBytes)throw new Trouble(`GitHub's answer to ${what} is larger than ${mostBytes} bytes and was ignored.`);
return{bytes:answer.bytes}}
const said=(textAt(parseJson(answer.body),`message`)??``).replace(/\s+/g,` `).slice(0,200);
const limitMs=limitOf(status,answer.header,said);
const trouble=new Trouble(describe(what,status,said,limitMs),status,{said,isLimit:limitMs!==void 0});
if(!(limitMs!==void 0||status>=500&&isRead)||tried>=TRIES$1)throw trouble;
await pause(limitMs??pauseMs(tried),deadline,trouble,()=>{
if(limitMs!==void 0)say(`waiting ${Math.ceil(limitMs/1e3)} s: GitHub rate limit reached (${status}: ${said})`)})}};
const limitOf=(status,header,said)=>{
if(status!==403&&status!==429)return void 0;
const after=retryAfterMs(header(`retry-after`),header(`date`));
if(after!==void 0)return after;
const reset=Number(header(`x-ratelimit-reset`)??NaN)*1e3;
if(header(`x-ratelimit-remaining`)===`0`&&reset>0)return Math.max(1e3,reset-(Date.parse(header(`date`)??``)||Date.now()));
return status===429||/secondary rate limit|abuse/i.test(said)?LONGEST_PAUSE_MS$1:void 0};
const describe=(what,status,said,limitMs)=>{
if(limitMs!==void 0)return`GitHub rate limit reached (${status} for ${what}). Re-run the job in ${Math.ceil(limitMs/6e4)} min, or set the input github-token to the token of an app with its own limit.`;
if(status===401)return`GitHub rejected the token (401 for ${what}). Remove the input github-token, or renew its secret.`;
if(status===403||status===404)return`The token lacks the permission for ${what} (${status}: ${said}). Grant the permissions in docs/reference/github-action.md, such as pull-requests: write.`;
return`GitHub rejected ${what} (${status}: ${said}).`};
const UUID$1=/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SLUG=/^[a-z0-9][a-z0-9._-]{0,99}$/i;
const MOST_NUMBER=1e6;
const readInputs=env=>{
const problems=[];
const given=name=>env[`INPUT_${name.toUpperCase()}`]?.trim()??``;
const wrong=(name,takes)=>problems.push(`The input ${name} is ${shown(given(name))}. It must be ${takes}.`);
const oneOf=(name,words,fallback)=>{
const word=given(name).toLowerCase();
const choice=words.find(each=>each===word);
if(!choice&&word!==``)wrong(name,listed(words));
return choice??fallback};
const flag=(name,fallback)=>oneOf(name,[`true`,`false`],fallback)===`true`;
const number=(name,most)=>{
if(given(name)===``)return void 0;
if(/^\d{1,9}$/.test(given(name))&&Number(given(name))<=most)return Number(given(name));
wrong(name,`a whole number from 0 to ${most}`)};
const matching=(name,pattern,takes)=>{
if(given(name)===``||pattern.test(given(name)))return given(name);
wrong(name,takes);
return``};
const failOn=oneOf(`fail-on`,FAIL_ON,`regressions`);
const base=matching(`base`,/^auto$|^[0-9a-f-]{36}$/i,`auto, or the id of an execution`);
if(base!==``&&base!==`auto`&&!UUID$1.test(base))wrong(`base`,`auto, or the id of an execution`);
const thresholds=known({maxFailures:number(`max-failures`,MOST_NUMBER),maxNewFlaky:number(`max-new-flaky`,MOST_NUMBER),maxSlower:number(`max-slower`,MOST_NUMBER),minTests:number(`min-tests`,MOST_NUMBER)});
if(failOn===`never`&&Object.keys(thresholds).length>0)problems.push(`The input fail-on is never, but a threshold is also set. Remove one of them: with never, no count fails the step.`);
const oidc=flag(`oidc`,`false`);
const organization=matching(`organization`,SLUG,`the slug of an organization, such as acme: letters, digits, dots and dashes`).toLowerCase();
if(oidc&&given(`organization`)===``)problems.push(`The input organization is missing. "oidc: true" requires the organization of the server to which the workflow reports. Add the line "organization: <slug>" below "oidc: true". The first organization of a server has the slug default: "organization: default".`);
return{problems,settings:{apiKey:oidc?``:given(`api-key`)||(env.SVC_API_KEY?.trim()??``),url:(given(`url`)||(env.SVC_URL?.trim()??``)).replace(/\/+$/,``),githubToken:given(`github-token`),jobId:/^\d{1,19}$/.test(given(`job-id`))?given(`job-id`):``,project:matching(`project`,SLUG,`the slug of a project, such as shop: letters, digits, dots and dashes`),suite:matching(`suite`,/^[^\p{Cc}]{1,100}$/u,`a name of at most 100 characters, such as e2e`),journals:listOf(given(`journals`),/[\n,]/),reportFiles:listOf(given(`report-files`),/\n/),reportFormat:given(`report-format`).toLowerCase(),reportMaps:listOf(given(`report-map`),/\n/),docs:matching(`docs`,/^[^\p{Cc}]{1,500}$/u,`a folder of Markdown files, such as docs`),base:base.toLowerCase()===`auto`?``:base.toLowerCase(),comment:oneOf(`comment`,[`true`,`changes`,`failures`,`false`],`true`),check:flag(`check`,`false`),summary:flag(`summary`,`true`),annotations:flag(`annotations`,`true`),failOn,thresholds,failOnError:flag(`fail-on-error`,`false`),waitMs:(number(`wait-minutes`,360)??0)*6e4,waitForSilence:flag(`wait-for-silence`,`true`),oidc,organization,timeoutMs:Math.max(5,number(`timeout-seconds`,3600)??120)*1e3}}};
const listOf=(text,between)=>text.split(between).map(each=>each.trim()).filter(each=>each!==``);
const known=values=>Object.fromEntries(Object.entries(values).filter(([,value])=>value!==void 0));
const shown=value=>JSON.stringify(value.length>60?`${value.slice(0,60)}…`:value);
const listed=words=>`${words.slice(0,-1).join(`, `)} or ${words.at(-1)}`;
const commandLine=(name,properties,message)=>{
const list=Object.entries(properties).filter(([,value])=>value!==void 0&&value!==``).map(([key,value])=>`${key}=${escapeProperty(String(value))}`).join(`,`);
return`::${name}${list&&` ${list}`}::${escapeData(message)}`};
const logLine=text=>`svc: ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu,` `).replace(/##(?=\[)/g,`## `).trim()}`;
const visible=text=>text.replace(/[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu,``);
const escapeData=text=>visible(text).replaceAll(`%`,`%25`).replaceAll(`\r`,`%0D`).replaceAll(`
`,`%0A`).replace(/##(?=\[)/g,`## `);
const escapeProperty=text=>escapeData(text).replaceAll(`:`,`%3A`).replaceAll(`,`,`%2C`);
const MOST={error:10,warning:10,notice:10};
const makeLog=write=>{
const shown={error:0,warning:0,notice:0};
const notes=[];
const annotate=({level,message,...properties})=>{
if(shown[level]>=MOST[level])return false;
shown[level]+=1;
write(commandLine(level,properties,message));
return true};
const say=text=>write(logLine(text));
return{say,annotate,notes,note(level,text){
if(notes.some(each=>each.text===text))return;
notes.push({level,text});
if(level===`notice`||!annotate({level,title:`svc`,message:text}))say(text)},mask(secret){
for(const line of secret.split(/[\r\n]+/))if(line!==``)write(commandLine(`add-mask`,{},line))}}};
const wrongInput=({base,project},error)=>{
if(!(error instanceof Trouble))return void 0;
const{status,said}=error;
const isNone=what=>status===404&&said.includes(`no such ${what}`);
if(base&&(isNone(`execution`)||status===400&&said.startsWith(`base `)))return`The input base is ${JSON.stringify(base)}, which the server rejected (${status}: ${said}). Set it to auto, or to the id of an execution of the same project.`;
if(project&&isNone(`project`))return`The input project is ${JSON.stringify(project)}, which the server did not find with this key (${status}: ${said}). Set it to the slug of a project with results; the first upload to a project creates it.`};
const ask$1=async({log,settings},act,wrong)=>{
try{
return await act()}catch(error){
if(!(error instanceof Trouble))throw error;
const blamed=wrong&&wrongInput(settings,error);
if(blamed)wrong.push(blamed);
log.note(`error`,blamed??error.message);
return}};
const EXCHANGE=`/auth/oidc`;
const audienceOf=(url,organization)=>`${url}/organizations/${organization}`;
const HELP=`docs/reference/github-action.md#without-a-stored-secret`;
const describeExchange=(status,said,url)=>{
const quoted=`(${status}: ${said})`;
if(status>=500)return`The server at ${url} could not check the token of this job ${quoted}. It reports an error, or cannot reach the issuer of the tokens: check its log, then re-run the job. The trust needs no change.`;
if(status===400)return`The server needs more information ${quoted}. Set the input with that name.`;
if(status===429)return`Rate limit for new keys reached ${quoted}. Re-run the job later.`;
if(status===404)return`The server at ${url} does not know ${EXCHANGE}: it is older than this action. Update the server, or use api-key instead of oidc.`;
if(said.includes(`was used before`))return`The token of this job was already used ${quoted}. Re-run the job to get a new token.`;
const audience=/\baudience "?(https?:\/\/[^\s,"]+)/.exec(said)?.[1]?.replace(/\.$/,``);
const[,server=``]=/^(.*)\/organizations\/[^/]*$/.exec(audience??``)??[];
if(audience&&server===``)return`The server at ${url} expects tokens without an organization ${quoted}: it is older than this action. Update the server, or use the action with the server's version.`;
if(audience&&server!==url)return`The token of this job was signed for ${url}, but the address of the server is ${server} ${quoted}. Set the input url to ${server}, or SVC_BASE_URL on the server to ${url}.`;
if(/"(?:exp|nbf|iat)"|expired/.test(said))return`The token of this job has expired, or the clocks of server and issuer differ ${quoted}. Re-run the job; if this persists, set the clock of the server.`;
const claim=claimOf(said);
if(claim)return`The server does not trust this workflow: ${claim} does not match a trust ${quoted}. Ask an admin to add or change the trust: ${HELP}.`;
return`The server rejected the token of this job ${quoted}. Ask an admin to check the trust and its issuer: ${HELP}.`};
const claimOf=said=>{
if(/\bevent\b.* is not among/.test(said))return`the event (event_name)`;
if(/\bref\b.* is not among/.test(said))return`the branch or tag (ref)`;
if(/\bnot for the project\b/.test(said))return`the project`;
if(/\b(?:accepts|takes) no tokens (?:from|of) that issuer\b/.test(said))return`the issuer of the token (iss)`;
return/No admin\b.* trusts repository/.test(said)?`the repository (repository_id), or the input organization,`:void 0};
const describeRefusal=(answer,parsed,url,path,isOidc=false)=>{
const{status}=answer;
const isOurs=textAt(parsed,`error.code`)!==void 0;
const said=oneLine(textAt(parsed,`error.message`)??``);
const operation=path.replace(/\?.*$/,``).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g,`…`);
if(status>=300&&status<400)return`${url} redirects (${status}). Set the input url to the target of the redirect: ${oneLine(answer.header(`location`)??`unknown`)}`;
if(!isOurs)return`The answer of ${url} is not from an svc server (${status} for ${operation}). Check the input url: it must be the address without a path, such as https://tests.example.com.`;
if(operation===`/auth/oidc`)return describeExchange(status,said,url);
if(status===401&&isOidc)return`The server rejected the key that it issued for the token of this job (401: ${said}). The key expires after one hour and ends with its trust. Re-run the job; if this persists, ask an admin to check the trust.`;
if(status===403&&isOidc)return`The key for the token of this job lacks the permission (403: ${said}). Its trust may be for another project: set the input project to that project, or ask an admin to change the trust.`;
if(status===401)return`The server rejected the API key (401: ${said}). The key may be revoked: create a new one, and store it in the secret that the input api-key reads.`;
if(status===403)return`The API key lacks the permission (403: ${said}). It needs the role editor and the scopes ingest and read.`;
if(status===404&&isMissingOperation(said))return`The server at ${url} does not know ${operation}${versionOf(answer)}: it is older than this action. Update the server, or use the action with the server's version.`;
if(status===400&&said.startsWith(`There is no parameter`))return`The server at ${url} does not accept a parameter of this action${versionOf(answer)} (${said}). Use the same version of action and server.`;
if(status===429)return`Rate limit reached (429: ${said}). Re-run the job later, or raise SVC_RATE_READ and SVC_RATE_WRITE on the server.`;
if(status>=500)return`The server at ${url} reports an error (${status}: ${said}). Check its log, then re-run the job.`;
return`The server rejected ${operation} (${status}: ${said}).`};
const isMissingOperation=said=>/^There is (?:nothing at|no (?:GET|POST|PUT|DELETE|PATCH)) /.test(said);
const versionOf=answer=>{
const version=answer.header(`svc-version`);
return version?` (version ${oneLine(version).slice(0,40)})`:``};
const TRIES=4;
const ANSWER_BYTES=16777216;
const makeSvc=access=>({url:access.url,get:(path,query={})=>ask(access,`${path}${toSearch(query)}`),post:(path,body)=>ask(access,path,async()=>Buffer.from(JSON.stringify(typeof body===`function`?await body():body)))});
const toSearch=query=>{
const given=Object.entries(query).flatMap(([name,value])=>value===void 0||value===``?[]:[[name,String(value)]]);
return given.length>0?`?${new URLSearchParams(given)}`:``};
const ask=async(access,path,makeBody)=>{
const{url,apiKey,isOidc,post,deadline,say}=access;
const headers={...apiKey&&{authorization:`Bearer ${apiKey}`},...makeBody&&{"content-type":`application/json`},"user-agent":`svc-action`};
for(let tried=1;;tried+=1){
const left=deadline-performance.now();
if(left<=0)throw new Trouble(`Time ran out before ${url} answered. To allow more time, raise the input timeout-seconds.`);
const method=makeBody?`POST`:`GET`;
const body=await makeBody?.();
const answer=await post(`${url}${path}`,headers,body,left,method,ANSWER_BYTES).catch(error=>describeNetworkError(error,url));
if(`patience`in answer){
const trouble=new Trouble(`${inInputs(answer.reason)}.`);
if(answer.patience===`none`||tried>=TRIES)throw trouble;
await pause(pauseMs(tried),deadline,trouble);
continue}
const parsed=parseJson(answer.body);
if(answer.status===200&&textAt(parsed,`error.code`)===void 0&&isAnswer(parsed))return parsed;
const trouble=new Trouble(describeRefusal(answer,parsed,url,path,isOidc),answer.status,{said:textAt(parsed,`error.message`)??``});
if(!(answer.status===429||answer.status>=500)||tried>=TRIES)throw trouble;
const retryMs=retryAfterMs(answer.header(`retry-after`),answer.header(`date`));
const ms=Math.max(retryMs??0,pauseMs(tried));
const reason=`rate limit reached (${answer.status}: ${trouble.said})`;
await pause(ms,deadline,trouble,()=>retryMs&&say(waitingFor(ms,reason)))}};
const isAnswer=parsed=>typeof parsed===`object`&&parsed!==null&&`data`in parsed;
const waitingFor=(ms,reason)=>`waiting ${Math.ceil(ms/1e3)} s: ${reason}`;
const inInputs=reason=>reason.replaceAll(/the option timeoutMs or SVC_TIMEOUT_MS/g,`the input timeout-seconds`).replaceAll(/SVC_URL or the option url/g,`the input url`).replaceAll(`SVC_URL`,`the input url`).replaceAll(`SVC_API_KEY`,`the input api-key`);
const askIdToken=async(env,{audience,isFork,makePost,timeoutMs})=>{
const{ACTIONS_ID_TOKEN_REQUEST_URL:url,ACTIONS_ID_TOKEN_REQUEST_TOKEN:bearer}=env;
if(!url||!bearer||!URL.canParse(url))throw new Trouble(isFork?`GitHub signs no tokens for pull requests from forks, so oidc is not available. The companion workflow in docs/reference/github-action.md reports them.`:"The input oidc is true, but GitHub signs no token for this job. Add `permissions: id-token: write` to the job, and to the caller of a reusable workflow.");
const address=new URL(url);
address.searchParams.set(`audience`,audience);
const headers={authorization:`Bearer ${bearer}`,"user-agent":`svc-action`};
const answer=await(await makePost(address.href))(address.href,headers,void 0,timeoutMs).catch(error=>{
throw new Trouble(`GitHub's token service could not be reached: ${wordsOf(error)}. Re-run the job.`)});
const token=textAt(parseJson(answer.body),`value`);
if(answer.status!==200||!token)throw new Trouble(`GitHub signed no token (${answer.status}). Re-run the job, or use api-key instead of oidc.`);
return token};
const exchangeKey=async({env,settings,config,event,log,post,deadline})=>{
const{organization,project}=settings;
const makeBody=async()=>{
const token=await askIdToken(env,{audience:audienceOf(config.url,organization),isFork:event.isFork||event.isDependabot,makePost:url=>makePost(url,config.proxy),timeoutMs:Math.max(1e3,deadline-performance.now())});
log.mask(token);
return{token,organization,...project&&{project}}};
const answer=await makeSvc({url:config.url,apiKey:``,post,deadline,say:log.say}).post(EXCHANGE,makeBody);
const key=textAt(answer,`data.key`);
if(!key)throw new Trouble(`The server returned no key for the token of this job. Use the same version of action and server.`);
log.mask(key);
const now=textAt(answer,`data.organization`);
if(now&&now!==organization)log.note(`notice`,`The organization ${organization} now has the slug ${now}. The old slug still works; to use the new one, set "organization: ${now}".`);
return key};
const connect=async context=>{
const{settings,event,log,config}=context;
const hasNoSecrets=event.isFork||event.isDependabot;
if(settings.apiKey===``&&hasNoSecrets&&!mayAskIdToken(context))return{kind:`fork`};
if(settings.url===``){
log.note(`error`,`The input url is missing. Set it to the address of the svc server, such as https://tests.example.com.`);
return{kind:`none`}}
if(config.problem){
log.note(`error`,`${capital(inInputs(config.problem))}.`);
return{kind:`none`}}
if(settings.apiKey===``&&!settings.oidc){
log.note(`error`,`The input api-key is missing or its secret is empty, so nothing is reported. Create a key with the role editor and the scopes ingest and read, store it as a secret, and set "api-key: \${{ secrets.SVC_API_KEY }}". Or set "oidc: true".`);
return{kind:`none`}}
try{
const apiKey=settings.apiKey||await exchangeKey(context);
const{post,deadline}=context;
const svc=makeSvc({url:config.url,apiKey,isOidc:settings.oidc,post,deadline,say:log.say});
return{kind:`svc`,context:{...context,config:{...config,apiKey}},svc}}catch(error){
if(!(error instanceof Trouble))throw error;
if(settings.apiKey===``&&hasNoSecrets)return{kind:`fork`};
log.note(`error`,error.message);
return{kind:`none`}}};
const mayAskIdToken=({settings,env,log,event})=>{
if(!settings.oidc)return false;
if(env.ACTIONS_ID_TOKEN_REQUEST_URL)return true;
log.note(`notice`,`GitHub signs no tokens for ${event.isFork?`pull requests from forks`:`this run of Dependabot`}, so oidc is not available. The companion workflow reports this run.`);
return false};
const capital=text=>text.charAt(0).toUpperCase()+text.slice(1);
const UUID=/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const toExecution=value=>{
const id=textAt(value,`id`);
if(!id)return void 0;
const count=name=>countAt(value,`counts.${name}`)??0;
return{id,url:textAt(value,`url`)??``,project:textAt(value,`project`)??``,suite:textAt(value,`suite`)??``,state:textAt(value,`state`)??`unknown`,repository:textAt(value,`repository`)??null,pullRequest:countAt(value,`pullRequest`)??null,headSha:textAt(value,`headSha`)??null,mergeBaseSha:textAt(value,`mergeBaseSha`)??null,testedSha:textAt(value,`testedSha`)??null,counts:{total:count(`total`),passed:count(`passed`),failed:count(`failed`),flaky:count(`flaky`),skipped:count(`skipped`),errors:count(`errors`)}}};
const idInUrl=url=>url?.match(UUID)?.at(-1)?.toLowerCase();
const executionsOf=async(svc,filter)=>{
const answer=await svc.get(`/api/executions`,{limit:50,...filter});
return listAt(answer,`data`).flatMap(each=>toExecution(each)??[])};
const addFacts=async(svc,id,facts)=>{
const data=at(await svc.post(`/api/executions/${id}/facts`,facts),`data`);
const settlesInMs=countAt(data,`settlesInMs`);
return{execution:toExecution(data),settled:at(data,`settled`)===true,partCount:countAt(data,`partCount`)??0,...settlesInMs!==void 0&&{settlesInMs},waitingFor:listAt(data,`waitingFor`).filter(each=>typeof each===`string`)}};
const readPullRequest=async(svc,{number,repo,maxBytes})=>{
const data=at(await svc.get(`/api/pull-requests/${number}`,{repo,maxBytes}),`data`);
const markdown=at(data,`markdown`);
return{revision:countAt(data,`revision`)??0,markdown:typeof markdown===`string`?markdown:``}};
const findExecutions=async(context,svc,collected)=>{
if(collected.executionIds.length>0)return collected.executionIds;
const{settings,config,event}=context;
if(config.solitary)return[];
const executions=await executionsOf(svc,{build:config.build,...settings.project&&{project:settings.project},...settings.suite&&{suite:settings.suite}});
const repository=event.repository?.full.toLowerCase();
return executions.filter(each=>!each.repository||each.repository.toLowerCase()===repository).map(({id})=>id)};
const tell=async(context,svc,id,facts)=>{
try{
return await addFacts(svc,id,facts)}catch(error){
if(!(error instanceof Trouble))throw error;
context.log.note(`warning`,error.message);
return}};
const tellChangedFiles=async(context,svc,id,{changedFiles,moreChangedFiles=0})=>{
if(changedFiles===void 0)return;
try{
await addFacts(svc,id,{changedFiles,moreChangedFiles})}catch(error){
if(!(error instanceof Trouble))throw error;
context.log.say(`the changed files were not stored: ${error.message}`)}};
const asWords=(text,most=300)=>entities(clean(text,most));
const asCode=text=>`<code>${entities(clean(text,300))||` `}</code>`;
const MOST_OF_BLOCK=1500;
const asBlock=text=>`<pre>${text.slice(0,MOST_OF_BLOCK).split(`
`).slice(0,20).map(line=>entities(clean(line,MOST_OF_BLOCK))).join(`<br>`)}</pre>`;
const clean=(text,most)=>{
const line=text.replace(/\s+/g,` `).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu,``).trim();
return(line.length>most?`${line.slice(0,most-1)}…`:line).toWellFormed()};
const entities=text=>text.replace(/@(?=\w)|#(?=\d)|\bGH-(?=\d)/gi,`$&⁠`).replace(/:(?=\/\/)|\bwww(?=\.)/gi,`$&​`).replace(/[^\p{L}\p{M}\p{N} ,;'"%?=/.\u200b\u2060\p{S}\p{P}]|[\\`*_{}[\]()#+!|<>~^$&:@-]/gu,character=>`&#${character.codePointAt(0)};`).replaceAll(`⁠`,`&#8288;`).replaceAll(`​`,`&#8203;`);
const MOST_SHOWN=50;
const localSummary=({passed,failed,flaky,skipped,errors,failures},why)=>{
const all=failed+errors;
const head=all>0?`❌ **${count$1(all,`failure`)}**`:`✅ **All passed**`;
const counts=[`${passed} passed`,`${failed} failed`,`${flaky} flaky`,`${skipped} skipped`].join(` · `);
const shown=failures.slice(0,MOST_SHOWN);
const details=shown.map(({file,titles,message})=>`<details><summary>${asCode(titles.join(` › `)||`outside any test`)} ${asCode(file)}</summary>\n\n${asBlock(message)}\n\n</details>`);
const more=all>shown.length?[`… and ${all-shown.length} more`]:[];
return[`### ${head}`,counts,why,...details,...more].join(`

`)};
const count$1=(number,what)=>`${number} ${what}${number===1?``:`s`}`;
const OLD=new Set([`still-failing`,`not-compared`]);
const levelOf=({kind,verdict})=>OLD.has(kind)||isExplained(verdict)?`warning`:`error`;
const inOrder=(failures,changed)=>{
const isChanged=({file})=>file!==null&&changed.has(file);
return[...failures.filter(isChanged),...failures.filter(failure=>!isChanged(failure))]};
const annotate=(log,failures,changed,{total=failures.length,pages=[]}={})=>{
const left=[];
for(const failure of inOrder(failures,changed)){
const{file,line,titles,message,because,owners}=failure;
if(!log.annotate({level:levelOf(failure),title:titleOf(failure),message:[message,because,owners.length>0?`Owned by ${owners.join(`, `)}`:``].filter(text=>text).join(`

`).slice(0,4e3)||titles.join(` › `)||`Failed without a message.`,...isRepositoryPath(file)&&{file},...isRepositoryPath(file)&&line!==null&&{line}}))left.push(failure)}
const missing=Math.max(total-failures.length,0)+left.length;
if(missing===0)return;
const where=left.length>0?`: ${filesOf(left)}`:``;
const all=pages.length>0?` View all: ${pages.slice(0,MOST_PAGES$2).join(` `)}`:``;
const text=`${count$1(missing,`more failure`)} without an annotation, because GitHub shows 10 per level${where}.${all}`;
if(!log.annotate({level:`notice`,title:`svc`,message:text}))log.say(text)};
const MOST_FILES=5;
const MOST_PAGES$2=3;
const filesOf=failures=>{
const byFile=[...Map.groupBy(failures,({file})=>file??`outside any file`)];
byFile.sort((a,b)=>b[1].length-a[1].length);
const more=byFile.length-MOST_FILES;
return`${byFile.slice(0,MOST_FILES).map(([file,those])=>`${file} (${those.length})`).join(`, `)}${more>0?` and ${count$1(more,`more file`)}`:``}`};
const titleOf=({titles,kind})=>(titles.join(` › `)||(kind===`error`?`Failed outside any test`:`A test failed`)).slice(0,200);
const isRepositoryPath=file=>file!==null&&file!==``&&!file.startsWith(`/`)&&!file.startsWith(`../`)&&!/^[A-Za-z]:/.test(file);
const PAGE=100;
const readPages=async(github,path,{field,mostPages,hasTotal})=>{
const entries=[];
const begin=`${path}${path.includes(`?`)?`&`:`?`}per_page=${PAGE}&page=`;
for(let page=1;page<=mostPages;page+=1){
const answer=await github.call(`GET`,`${begin}${page}`);
const listed=field!==void 0?listAt(answer,field):Array.isArray(answer)?answer:[];
entries.push(...listed);
if(listed.length<PAGE||hasTotal&&page*PAGE>=(countAt(answer,`total_count`)??0))break}
return entries};
const MOST_PAGES$1=5;
const changedFiles=async(github,{full},pullRequest)=>{
const path=`/repos/${full}/pulls/${pullRequest}/files`;
const files=await readPages(github,path,{mostPages:MOST_PAGES$1});
return new Set(files.flatMap(each=>textAt(each,`filename`)??[]))};
const outputsOf=(executions,reports,{expected=executions.length,tally,commentUrl,journals})=>{
const[first]=executions;
const isKnown=executions.length>0&&executions.length>=expected;
const isJudged=reports.length>0&&reports.length>=expected;
const isCompared=isJudged&&reports.some(({hasBase})=>hasBase);
const sum=name=>executions.reduce((all,{counts})=>all+counts[name],0);
const count=(name,alsoErrors=false)=>{
if(tally)return String(tally[name]+(alsoErrors?tally.errors:0));
return isKnown?String(sum(name)+(alsoErrors?sum(`errors`):0)):``};
const total=countOf=>isCompared?String(reports.reduce((all,report)=>all+countOf(report),0)):``;
const list=executions.map(({id,url,project,suite,state})=>{
return{id,url,project,suite,state,verdict:reports.find(({execution})=>execution.id===id)?.verdict??``}});
return{"execution-id":first?.id??``,"execution-url":first?.url??``,executions:JSON.stringify(list),passed:count(`passed`),failed:count(`failed`,true),flaky:count(`flaky`),skipped:count(`skipped`),regressions:total(({totals})=>totals.regressions),mine:total(({totals})=>totals.mine),"new-failures":total(countNewFailures),"failing-new-tests":total(({totals})=>totals.newFailures),verdict:isJudged?worst(reports.map(({verdict})=>verdict),CONCLUSION_KINDS):``,state:isKnown?worst(executions.map(({state})=>state),STATES):``,"comment-url":commentUrl??``,journals:journals??``}};
const STATES=[`failed`,`incomplete`,`cancelled`,`running`,`passed`];
const worst=(words,order)=>order.find(word=>words.includes(word))??words[0]??``;
const isWithin=(root,path)=>{
const between=relative(root,path);
return between===``||!between.startsWith(`..`)&&!isAbsolute(between)};
const DEPTH=5;
const MOST_FOLDERS=2e4;
const SKIPPED=new Set([`node_modules`,`.git`,`.svc`]);
const findJournals=async({workspace,temp,paths})=>{
const folders={roots:[],loose:[],problems:[]};
if(paths.length===0){
await search(workspace,DEPTH,folders,{left:MOST_FOLDERS});
return folders}
const allowed=await Promise.all([workspace,temp].filter(path=>path!==``).map(path=>real(path)));
for(const path of paths)await take(resolve(workspace,path),path,allowed,folders);
return folders};
const take=async(place,given,allowed,folders)=>{
if(!existsSync(place)){
folders.problems.push(`The input journals names ${given}, which does not exist. Set it to folders of projects or of journals.`);
return}
const path=await real(place);
if(!allowed.some(root=>isWithin(root,path))){
folders.problems.push(`The input journals names ${given}, which is outside the workspace. The action reads only folders below the workspace or RUNNER_TEMP: move the journals there.`);
return}
const before=folders.roots.length+folders.loose.length;
if(await hasJournals(path)){
const root=resolve(path,`..`,`..`);
if(journalFolder(root)===path)folders.roots.push(root);else folders.loose.push(path)}
await search(path,DEPTH,folders,{left:MOST_FOLDERS},true);
if(folders.roots.length+folders.loose.length===before)folders.problems.push(`The input journals names ${given}, which contains no journal. Run the tests with an svc reporter in a step before this one.`)};
const search=async(folder,depth,folders,budget,withLoose=false)=>{
budget.left-=1;
if(budget.left<0)return;
if(await hasJournals(journalFolder(folder)))folders.roots.push(folder);
if(depth===0)return;
const entries=await readdir(folder,{withFileTypes:true}).catch(()=>[]);
for(const entry of entries){
if(!entry.isDirectory()||SKIPPED.has(entry.name))continue;
const inner=join(folder,entry.name);
if(withLoose&&await hasJournals(inner))folders.loose.push(inner);
await search(inner,depth-1,folders,budget,withLoose)}};
const hasJournals=async folder=>{
return(await readdir(folder).catch(()=>[])).some(name=>name.endsWith(`.ndjson`))};
const journalsOf=root=>journalsIn(journalFolder(root));
const journalsIn=folder=>readdirSync(folder).filter(name=>name.endsWith(`.ndjson`)).map(name=>join(folder,name));
const pathsOf=({roots,loose})=>[...roots.flatMap(journalsOf),...loose.flatMap(journalsIn)];
const real=path=>realpath(path).catch(()=>resolve(path));
const together=(one,other)=>({passed:one.passed+other.passed,failed:one.failed+other.failed,flaky:one.flaky+other.flaky,skipped:one.skipped+other.skipped,errors:one.errors+other.errors,failures:[...one.failures,...other.failures]});
const MOST_BYTES$2=268435456;
const MOST_TESTS=2e5;
const MOST_FAILURES$1=50;
const nameOf=({file,titles,variant,leg})=>JSON.stringify(titles.length===0?[file??``]:[file??``,variant,leg,...titles]);
const tally=async(paths,mostFailures=MOST_FAILURES$1)=>{
const counted={passed:0,failed:0,flaky:0,skipped:0,errors:0,failures:[],mostFailures,leg:``};
for(const path of paths){
const bytes=(await stat(path)).size;
if(bytes>MOST_BYTES$2)continue;
counted.leg=``;
const tests=new Map;
const groups=new Map;
for await(const piece of readWhole({path,bytes,lines:[],isFound:true}))eachLine(piece,(start,end)=>takeLine(parseJson(piece.toString(`utf8`,start,end)),tests,groups,counted));
for(const test of tests.values())count(test,counted)}
const{mostFailures:_,leg:__,...tally}=counted;
return tally};
const takeLine=(line,tests,groups,counted)=>{
if(!Array.isArray(line))return;
const[kind,number,third,status,,,detail]=line;
if(kind===`open`)counted.leg=textAt(third,`part.leg`)??counted.leg;
if(kind===`group`)groups.set(number,third);
if(kind===`error`){
counted.errors+=1;
fail(counted,{file:textAt(number,`file`)??``,titles:[],variant:``,leg:counted.leg,message:textAt(number,`failure.message`)??``,...placeOf(at(number,`failure`))})}
if(kind!==`attempt`||typeof third!==`string`||typeof status!==`string`)return;
const group=groups.get(number);
const titles=[...listAt(group,`titles`).filter(title=>typeof title===`string`),third];
const file=textAt(group,`file`)??``;
const occurrence=countAt(detail,`occurrence`)??0;
const variant=textAt(group,`variant`)??``;
const key=JSON.stringify([file,titles,variant,occurrence]);
const known=tests.get(key);
if(!known&&tests.size>=MOST_TESTS)return;
const[error]=listAt(detail,`errors`);
const repeats=known?.repeats??new Map;
const repeat=countAt(detail,`repeat`)??0;
repeats.set(repeat,statusAfter(repeats.get(repeat)??`skipped`,status));
tests.set(key,{file,titles,variant,repeats,message:textAt(error,`message`)??known?.message??``,...known?.place&&{place:known.place},...placeOf(error)})};
const placeOf=failure=>{
const file=textAt(failure,`location.file`);
const line=countAt(failure,`location.line`);
return file&&line?{place:{file,line}}:{}};
const count=({repeats,file,titles,variant,message,place},counted)=>{
const result=[...repeats.values()].reduce((worst,each)=>RANK[each]>RANK[worst]?each:worst);
counted[result]+=1;
if(result===`failed`)fail(counted,{file,titles,variant,leg:counted.leg,message,...place&&{place}})};
const fail=({failures,mostFailures},failure)=>{
if(failures.length<mostFailures)failures.push(failure)};
const MOST_BYTES$1=1e6;
const LEFT_OUT=`

_The rest was omitted, because GitHub limits summaries to 1 MiB._
`;
const SIGN={error:`❌`,warning:`⚠️`,notice:`ℹ️`};
const composeSummary=(parts,notes,mostBytes)=>{
const texts=notes.map(({level,text})=>`${SIGN[level]} ${asWords(text,1e3)}`).join(`

`);
const shown=parts.map(({full})=>full);
const whole=()=>[...shown,texts].filter(text=>text!==``).join(`

---

`).concat(`
`);
for(let last=parts.length-1;last>=0&&Buffer.byteLength(whole())>mostBytes;last-=1)shown[last]=parts[last]?.short??``;
return cut(whole(),mostBytes)};
const cut=(text,mostBytes)=>{
if(Buffer.byteLength(text)<=mostBytes)return text;
const room=mostBytes-Buffer.byteLength(LEFT_OUT)-1e3;
const kept=Buffer.from(text).subarray(0,Math.max(0,room)).toString().replace(/\uFFFD+$/,``);
const lines=kept.slice(0,Math.max(0,kept.lastIndexOf(`
`)));
const opened=(lines.match(/<details/g)??[]).length-(lines.match(/<\/details>/g)??[]).length;
const fence=lines.match(/^(`{3,})/gm)??[];
return`${lines}${fence.length%2===1?`\n${fence.at(-1)}`:``}${`

</details>`.repeat(Math.max(0,Math.min(50,opened)))}${LEFT_OUT}`};
const writeSummary=(path,parts,notes)=>{
if(!path||parts.length===0&&notes.length===0)return;
appendText(path,composeSummary(parts,notes,MOST_BYTES$1-sizeBytes(path)))};
const tallyHere=async({event,settings})=>{
const{workspace,temp}=event;
const paths=pathsOf(await findJournals({workspace,temp,paths:settings.journals}));
return paths.length>0?tally(paths).catch(()=>void 0):void 0};
const toReported=({file,titles,variant,leg,message,place})=>({kind:`not-compared`,titles,variant,leg,testFile:file,file:place?.file??file,line:place?.line??null,message,verdict:null,because:null,owners:[]});
const judgeHere=({settings,log,isPost},{failed,errors})=>{
const failures=failed+errors;
if(isPost||failures===0)return false;
const said=`${count$1(failures,`failure`)} in the results of this job`;
if(settings.failOn===`failures`){
log.note(`error`,`Gate failed (failures): ${said}, without a comparison.`);
return true}
log.note(`warning`,uncounted(settings.failOn,`${said}, but no comparison was possible`));
return false};
const uncounted=(failOn,said)=>failOn===`never`?`${said}. With fail-on: never, they do not fail this step.`:`${said}. With fail-on: ${failOn}, failures without a comparison do not fail this step. The test step itself fails unless it has continue-on-error. To fail this step too, set fail-on: failures.`;
const NOT_COMPARED=`These are the results of this job alone. No comparison was possible; the reason is below.`;
const tellLocal=async(context,tally,{why,journals})=>{
const{settings,log,env,isPost}=context;
const isRed=tally?judgeHere(context,tally):false;
if(settings.annotations&&!isPost&&tally)await annotateAll(context,tally.failures.map(toReported),context.event.pullRequest);
if(settings.summary)writeSummary(env.GITHUB_STEP_SUMMARY,tally?[{full:localSummary(tally,why),short:``}]:[],log.notes);
if(!isPost)appendValues(env.GITHUB_OUTPUT,outputsOf([],[],{...tally&&{tally},...journals&&{journals}}));
return isRed};
const annotateAll=async({github,event,log},failures,pullRequest,more={})=>{
if(failures.length===0)return;
let changed=new Set;
if(event.repository&&pullRequest!==void 0&&github.hasToken)changed=await changedFiles(github,event.repository,pullRequest).catch(error=>{
log.say(`cannot read the changed files: ${wordsOf(error)}`);
return new Set});
annotate(log,failures,changed,more)};
const FOLDER=`svc-journals`;
const RUN_FILE=`run.json`;
const MOST_BYTES=67108864;
const NAME=/^[0-9a-f-]{36}\.ndjson$/;
const keepForCompanion=async context=>{
const{event,settings,log}=context;
const{workspace,temp}=event;
const isDone=context.isPost&&context.env.STATE_told===`true`;
const{roots,problems}=await findJournals({workspace,temp,paths:settings.journals});
for(const problem of problems)log.note(`warning`,problem);
const paths=roots.flatMap(journalsOf).filter(path=>NAME.test(basename(path)));
const target=join(temp||workspace,FOLDER);
if(paths.length>0)copy(paths,target,context);
if(isDone)return{hasTrouble:false,isRed:false};
if(paths.length===0)log.note(`warning`,`Nothing to report: no test results found below ${workspace}. Add an svc reporter to the test runner, and place this step after the tests.`);
log.say(`this run has no secrets; the companion workflow compares and comments: docs/reference/github-action.md`);
return{hasTrouble:false,isRed:await tellLocal(context,paths.length>0?await tally(paths):void 0,{why:`This run has no secrets and cannot compare its results. After this workflow, the companion workflow compares them with the base branch and comments.`,...paths.length>0&&{journals:target}})}};
const copy=(paths,target,{event,log})=>{
mkdirSync(target,{recursive:true});
for(const path of paths)if(statSync(path).size>MOST_BYTES)log.note(`warning`,`The journal ${path} is larger than ${MOST_BYTES} bytes and was skipped.`);else copyFileSync(path,join(target,basename(path)));
const{pullRequest,headSha,runId,runAttempt}=event;
writeFileSync(join(target,RUN_FILE),`${JSON.stringify({pullRequest,headSha,runId,runAttempt})}\n`)};
const compareCommits=async(github,{full},{base,head})=>{
const answer=await github.call(`GET`,`/repos/${full}/compare/${base}...${head}?per_page=1`);
return{mergeBase:shaAt(answer,`merge_base_commit.sha`),changedFiles:listAt(answer,`files`).flatMap(each=>toChangedFile(each)??[]).slice(0,LIMITS.changedFiles)}};
const STATUS=new Map([[`added`,`added`],[`copied`,`added`],[`modified`,`modified`],[`changed`,`modified`],[`removed`,`removed`],[`renamed`,`renamed`]]);
const toChangedFile=value=>{
const path=pathAt(value,`filename`);
const status=STATUS.get(textAt(value,`status`)??``);
if(!path||!status)return void 0;
const formerPath=status===`renamed`?pathAt(value,`previous_filename`):void 0;
const patch=textAt(value,`patch`);
return{path,status,...formerPath&&{formerPath},...patch&&{lines:changedLines(patch)}}};
const pathAt=(value,name)=>{
const path=textAt(value,name);
return path&&path.length<=LIMITS.factBytes?path:void 0};
const changedLines=patch=>{
const ranges=[];
let line=0;
const add=at=>{
const last=ranges.at(-1);
if(last&&at<=last.to+1)last.to=Math.max(last.to,at);else if(last&&ranges.length===LIMITS.changedRanges)last.to=at;else ranges.push({from:at,to:at})};
for(const text of patch.split(`
`)){
const[,begin]=/^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)??[];
if(begin!==void 0)line=Number(begin);else if(text.startsWith(`+`))add(line++);else if(text.startsWith(`-`))add(Math.max(1,line-1));else if(!text.startsWith(`\\`))line+=1}
return ranges};
const MOST_COMMITS=50;
const commitsBefore=async(github,{full},sha)=>{
const answer=await github.call(`GET`,`/repos/${full}/commits?sha=${sha}&per_page=${MOST_COMMITS}`);
return Array.isArray(answer)?answer.flatMap(each=>toCommit(each)??[]):[]};
const toCommit=value=>{
const sha=shaAt(value,`sha`);
const parents=listAt(value,`parents`).flatMap(each=>shaAt(each,`sha`)??[]);
const tree=shaAt(value,`commit.tree.sha`);
return sha&&parents.length<=64?{sha,parents,...tree&&{tree}}:void 0};
const pullOfBranch=async(github,{full},{sha,branch})=>{
const answer=await github.call(`GET`,`/repos/${full}/commits/${sha}/pulls?per_page=100`);
const pulls=(Array.isArray(answer)?answer:[]).filter(pull=>textAt(pull,`state`)===`open`&&shaAt(pull,`head.sha`)===sha&&textAt(pull,`head.ref`)===branch&&textAt(pull,`head.repo.full_name`)?.toLowerCase()===full.toLowerCase()&&textAt(pull,`base.repo.full_name`)?.toLowerCase()===full.toLowerCase());
const[pull]=pulls;
const number=countAt(pull,`number`);
if(pulls.length!==1||!isPlace(number))return void 0;
const baseBranch=textAt(pull,`base.ref`);
const baseTip=shaAt(pull,`base.sha`);
return{number,...baseBranch&&{baseBranch},...baseTip&&{baseTip}}};
const ON_BRANCH=new Set([`push`,`workflow_dispatch`]);
const gatherFacts=async(context,known,isOfPull)=>{
const{github,log}=context;
const event=isOfPull?context.event:withoutPull(context.event,known);
const facts={...event.headSha&&{headSha:event.headSha},...event.baseBranch&&{baseBranch:event.baseBranch},...event.defaultBranch&&{defaultBranch:event.defaultBranch},...event.pullRequest!==void 0&&{pullRequest:event.pullRequest}};
const{repository}=event;
if(!repository||!github.hasToken)return facts;
const attempt=async(what,ask)=>{
try{
return await ask()}catch(error){
log.say(`${what} could not be read: ${wordsOf(error)}`);
return}};
let base=event.baseTip;
const{branch,sha}=event;
if(ON_BRANCH.has(event.name)&&branch&&sha&&branch!==event.defaultBranch){
const pull=await attempt(`the pull request of the branch`,()=>pullOfBranch(github,repository,{sha,branch}));
if(pull){
Object.assign(facts,{pullRequest:pull.number,headSha:sha},pull.baseBranch&&{baseBranch:pull.baseBranch});
base=pull.baseTip}}
const head=facts.headSha??sha;
if(base&&head){
const from=base;
const compared=await attempt(`the merge base`,()=>compareCommits(github,repository,{base:from,head}));
if(compared?.mergeBase&&!known?.mergeBaseSha)facts.mergeBaseSha=compared.mergeBase;
if(compared&&compared.changedFiles.length>0){
facts.changedFiles=compared.changedFiles;
facts.moreChangedFiles=Math.max(0,(event.changedFiles??0)-compared.changedFiles.length)}}
const from=event.headSha??sha;
if(from&&!known?.mergeBaseSha){
const ancestry=await attempt(`the commits before`,()=>commitsBefore(github,repository,from));
if(ancestry?.length)facts.ancestry=ancestry}
return facts};
const withoutPull=({headSha,baseBranch,pullRequest,baseTip,sha,...rest},known)=>({...rest,...known?.testedSha&&{sha:known.testedSha}});
const judge=(reports,failOn,thresholds)=>failOn===`never`?[]:reports.flatMap(report=>{
const name=`${report.execution.project} / ${report.execution.suite}`;
return[...gate$1(report,failOn),...beyond(report,thresholds)].map(why=>`${name}: ${why}`)});
const beyond=({execution:{counts},totals},thresholds)=>{
const{maxFailures,maxNewFlaky,maxSlower,minTests}=thresholds;
const failures=counts.failed+counts.errors;
const reasons=[];
if(maxFailures!==void 0&&failures>maxFailures)reasons.push(`${failures} failures exceed max-failures: ${maxFailures}`);
if(maxNewFlaky!==void 0&&totals.newlyFlaky>maxNewFlaky)reasons.push(`${totals.newlyFlaky} newly flaky tests exceed max-new-flaky: ${maxNewFlaky}`);
if(maxSlower!==void 0&&totals.slower>maxSlower)reasons.push(`${totals.slower} slower tests exceed max-slower: ${maxSlower}`);
if(minTests!==void 0&&counts.total<minTests)reasons.push(`${counts.total} tests are fewer than min-tests: ${minTests}`);
return reasons};
const MARKER=`<!-- svc:pull-request -->`;
const MARKERS=/^<!-- svc:pull-request(?: [\w.-]+)? -->$/;
const markerOf=markdown=>{
const first=firstLine(markdown);
return MARKERS.test(first)?first:MARKER};
const firstLine=text=>text.split(`
`,1)[0]?.trim()??``;
const MOST_PAGES=50;
const QUERY=`query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      locked
      comments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { fullDatabaseId url body viewerDidAuthor }
      }
    }
  }
}`;
const readThread=async(github,{owner,name},number,marker)=>{
const own=[];
let isLocked=false;
let after=null;
for(let page=0;page<MOST_PAGES;page+=1){
const answer=await github.graphql(QUERY,{owner,name,number,after});
const pull=at(answer,`data.repository.pullRequest`);
if(typeof pull!==`object`||pull===null)throw new Trouble(`GitHub found no pull request ${number} of ${owner}/${name} with this token: ${textAt(listAt(answer,`errors`)[0],`message`)?.slice(0,200)??`it may be deleted`}. The token needs pull-requests: write.`,404);
isLocked=at(pull,`locked`)===true;
own.push(...listAt(pull,`comments.nodes`).flatMap(each=>toOwn(each,marker)??[]));
const next=textAt(pull,`comments.pageInfo.endCursor`);
if(at(pull,`comments.pageInfo.hasNextPage`)!==true||!next)break;
after=next}
return{isLocked,own}};
const toOwn=(node,marker)=>{
const body=textAt(node,`body`)??``;
const id=textAt(node,`fullDatabaseId`)??/#issuecomment-(\d+)$/.exec(textAt(node,`url`)??``)?.[1];
if(at(node,`viewerDidAuthor`)!==true||!id||!/^\d{1,20}$/.test(id))return void 0;
if(firstLine(body)!==marker)return void 0;
return{id,body,url:textAt(node,`url`)??``}};
const path=({full})=>`/repos/${full}/issues`;
const createComment=async(github,repository,number,body)=>{
const answer=await github.call(`POST`,`${path(repository)}/${number}/comments`,{body});
return textAt(answer,`html_url`)??``};
const updateComment=async(github,repository,id,body)=>{
await github.call(`PATCH`,`${path(repository)}/comments/${id}`,{body})};
const deleteComment=async(github,repository,id)=>{
try{
await github.call(`DELETE`,`${path(repository)}/comments/${id}`)}catch(error){
if(!(error instanceof Trouble)||error.status!==404)throw error}};
const MOST_ROUNDS=20;
const MOST_TRIES=3;
const SIZES=[6e4,3e4,1e4,4e3];
const writeComment=async commenting=>{
const{github,repository,pullRequest,onlyUpdate}=commenting;
let text=await read(commenting);
const thread=await readThread(github,repository,pullRequest,markerOf(text.markdown));
const[oldest,...others]=thread.own;
if(!oldest&&onlyUpdate)return{kind:`unneeded`};
try{
let kept=oldest??await create(commenting,text);
let isChanged=oldest===void 0;
await removeAll(commenting,others);
for(let round=0;round<MOST_ROUNDS;round+=1){
isChanged||=kept.body!==text.markdown;
kept=await write(commenting,kept,text);
const now=await read(commenting);
if(now.revision<=text.revision)break;
text=now;
await sleep(100+Math.random()*400)}
return{kind:`written`,url:kept.url,isChanged}}catch(error){
if(thread.isLocked&&error instanceof Trouble&&error.status===403&&!error.isLimit)return{kind:`locked`};
throw error}};
const read=async({svc,repository,pullRequest},size=0)=>{
const text=await readPullRequest(svc,{number:pullRequest,repo:repository.full,...size>0&&{maxBytes:SIZES[size]??4e3}});
return{...text,markdown:marked(text.markdown)}};
const marked=markdown=>markdown.startsWith(markerOf(markdown))?markdown:`${MARKER}\n\n${markdown}`;
const create=async(commenting,text)=>{
const{github,repository,pullRequest}=commenting;
const url=await shrinking(commenting,text,body=>createComment(github,repository,pullRequest,body));
const{own}=await readThread(github,repository,pullRequest,markerOf(text.markdown));
const[oldest,...others]=own;
await removeAll(commenting,others);
if(oldest)return oldest;
const id=/issuecomment-(\d+)$/.exec(url)?.[1];
if(!id)throw new Trouble(`GitHub created a comment but does not list it. Re-run the job.`);
return{id,body:text.markdown,url}};
const removeAll=async({github,repository},comments)=>{
for(const{id}of comments)await deleteComment(github,repository,id)};
const write=async(commenting,kept,text,tried=1)=>{
if(kept.body===text.markdown)return kept;
const{github,repository}=commenting;
try{
await shrinking(commenting,text,body=>updateComment(github,repository,kept.id,body));
return{...kept,body:text.markdown}}catch(error){
if(!(error instanceof Trouble)||error.status!==404||tried>=MOST_TRIES)throw error;
const{own}=await readThread(github,repository,commenting.pullRequest,markerOf(text.markdown));
const[oldest]=own.filter(({id})=>id!==kept.id);
if(!oldest)return create(commenting,text);
return write(commenting,oldest,text,tried+1)}};
const shrinking=async(commenting,text,act)=>{
let body=text.markdown;
for(let size=1;;size+=1)try{
return await act(body)}catch(error){
if(!(error instanceof Trouble)||error.status!==422||size>=SIZES.length)throw error;
body=(await read(commenting,size)).markdown}};
const postComment=async(context,svc,pullRequest,reports,expected)=>{
const{settings,event,github,log}=context;
const{repository}=event;
if(settings.comment===`false`||!repository||pullRequest===void 0)return{hasTrouble:false};
if(!github.hasToken){
log.note(`warning`,`The input github-token is empty, so the action cannot comment. Remove the input; its default is the token of the job.`);
return{hasTrouble:true}}
try{
const onlyUpdate=!(reports.length<expected||reports.some(NEEDS[settings.comment]));
const commented=await writeComment({github,svc,repository,pullRequest,onlyUpdate});
if(commented.kind===`written`){
log.say(commented.isChanged?`commented on #${pullRequest}: ${commented.url}`:`the comment on #${pullRequest} is up to date: ${commented.url}`);
return{url:commented.url,hasTrouble:false}}
if(commented.kind===`unneeded`)log.say(`no comment on #${pullRequest}: with comment: ${settings.comment}, none is needed`);
if(commented.kind===`locked`)log.note(`warning`,`Pull request ${pullRequest} is locked, so no comment was written. Unlock it, or set the input comment to false. The summary has all results.`);
return{hasTrouble:false}}catch(error){
const status=error instanceof Trouble&&!error.isLimit?error.status:void 0;
if(status===403&&(event.isFork||event.isDependabot)){
log.note(`notice`,`The token of this run is read-only, as in all runs of forks and of Dependabot. The companion workflow in docs/reference/github-action.md comments instead.`);
return{hasTrouble:false}}
log.note(`warning`,`No comment on pull request ${pullRequest}: ${wordsOf(error)}${adviceOf$1(status)}`);
return{hasTrouble:true}}};
const NEEDS={true:()=>true,false:()=>false,failures:({verdict})=>verdict!==`passed`,changes:({verdict,totals})=>verdict===`mine`||verdict===`unknown`||verdict===`no-base-failed`||totals.newlyFlaky+totals.slower+totals.improvements>0};
const adviceOf$1=status=>status===403?" The job needs `permissions: pull-requests: write`. The summary has all results.":``;
const isLastJob=async(github,{full},{runId,runAttempt,runnerName})=>{
const open=(await jobsOf(github,full,{runId,runAttempt})).filter(job=>textAt(job,`status`)!==`completed`);
if(open.length>1)return false;
const[last]=open;
const runner=textAt(last,`runner_name`);
return last===void 0||at(last,`status`)===`in_progress`&&(!runner||!runnerName||runner===runnerName)};
const jobsOf=(github,repository,{runId,runAttempt})=>readPages(github,`/repos/${repository}/actions/runs/${runId}/attempts/${runAttempt}/jobs`,{field:`jobs`,mostPages:10,hasTotal:true});
const FIRST_PAUSE_MS=2e3;
const LONGEST_PAUSE_MS=1e4;
const LOOK_MS=6e4;
const LOOK_IN_SILENCE_MS=2e4;
const SWEEP_MS=1e4;
const RESERVE_MS=3e4;
const settle=async(context,svc,id,first)=>{
const{settings,isPost,deadline,log}=context;
const whole=isPost?0:deadline-settings.timeoutMs;
const quiet=settings.waitForSilence?deadline-RESERVE_MS:0;
const look=lookAtJobs(context);
let standing=first;
let nextLook=0;
let isLast=false;
for(let pauseMs=FIRST_PAUSE_MS;!standing.settled;pauseMs=Math.min(LONGEST_PAUSE_MS,pauseMs*1.5)){
const now=performance.now();
if(now>=nextLook){
nextLook=now+(now<whole?LOOK_MS:LOOK_IN_SILENCE_MS);
isLast=await look();
if(isLast)standing=await tell(context,svc,id,{settle:`now`})??standing;
if(standing.settled)break}
const next=performance.now()+pauseMs;
const isAwaited=next<whole;
const ends=performance.now()+(standing.settlesInMs??Number.POSITIVE_INFINITY)+SWEEP_MS;
if(!isAwaited&&!((isLast||ends<=quiet)&&next<quiet))break;
log.say(`waiting for ${standing.waitingFor.join(`, `)||`other parts`}`);
await sleep(pauseMs);
standing=await tell(context,svc,id,{settle:`if-complete`})??standing;
if(!isAwaited&&standing.partCount>first.partCount)break}
return standing};
const lookAtJobs=({event,github,log})=>{
const{repository,runId,runAttempt,runnerName}=event;
let mayLook=github.hasToken&&runId!==``;
return async()=>{
if(!repository||!mayLook)return false;
try{
return await isLastJob(github,repository,{runId,runAttempt,runnerName})}catch(error){
mayLook=false;
log.say(`cannot determine whether other jobs are running (needs actions: read): ${wordsOf(error)}`);
return false}}};
const TOTALS=[`regressions`,`mine`,`unknown`,`newFailures`,`stillFailing`,`failuresNotCompared`,`newlyFlaky`,`improvements`,`slower`,`errors`];
const readReport=async(svc,{id,base,maxBytes})=>{
const answer=await svc.get(`/api/executions/${id}/report`,{base,maxBytes});
const data=at(answer,`data`);
const execution=toExecution(at(data,`execution`));
const markdown=textAt(data,`markdown`);
if(!execution||markdown===void 0)throw new Trouble(`The action does not understand the report of ${svc.url}. Use the same version of action and server.`);
return{execution,markdown,waitingFor:texts(data,`waitingFor`),missing:texts(data,`missing`),hasBase:at(data,`base`)!==null&&at(data,`base`)!==void 0,verdict:textAt(data,`verdict`)??`unknown`,headline:textAt(data,`headline`)??``,totals:Object.fromEntries(TOTALS.map(name=>[name,countAt(data,`totals.${name}`)??0])),failures:listAt(data,`failures`).map(toFailure)}};
const toFailure=value=>({kind:textAt(value,`kind`)??`error`,titles:texts(value,`test.titles`),variant:textAt(value,`test.variant`)??``,leg:textAt(value,`test.leg`)??``,testFile:textAt(value,`test.file`)??null,file:textAt(value,`file`)??textAt(value,`test.file`)??null,line:countAt(value,`line`)||null,message:textAt(value,`message`)??``,verdict:textAt(value,`verdict`)??null,because:textAt(value,`because`)??null,owners:texts(value,`owners`)});
const texts=(value,path)=>listAt(value,path).filter(each=>typeof each===`string`);
const isOfPull=(event,{testedSha,parents})=>{
const{name,headSha,baseTip}=event;
if(event.pullRequest===void 0)return true;
if(testedSha&&testedSha===headSha)return true;
if(name!==`pull_request_target`)return!testedSha||testedSha!==baseTip;
return headSha!==void 0&&(parents?.includes(headSha)??false)};
const isExecutionOfPull=async(context,{testedSha})=>{
const{event,github}=context;
if(isOfPull(event,{testedSha}))return true;
const isBase=testedSha===event.sha||testedSha===event.baseTip;
if(!testedSha||isBase||!event.repository||!github.hasToken)return false;
const[commit]=await commitsBefore(github,event.repository,testedSha).catch(()=>[]);
return isOfPull(event,{testedSha,parents:commit?.parents})};
const asBranchRun=({code},event)=>{
const{headSha,pullRequest,baseBranch,baseSha,mergeBaseSha,branch,...rest}=code;
const isBase=code.testedSha===event.sha||code.testedSha===event.baseTip;
return{...rest,...isBase&&event.baseBranch&&{branch:event.baseBranch}}};
const sayNotOfPull=({event,log},testedSha)=>{
const tested=testedSha?`commit ${testedSha.slice(0,10)}`:`an unknown commit`;
log.note(`warning`,`This job tested ${tested}, which is neither the head of pull request ${event.pullRequest} (${event.headSha?.slice(0,10)??`unknown`}) nor a merge of it${event.name===`pull_request_target`?`: pull_request_target checks out the base by default`:``}. The results count as a run of the tested commit, and no comment is written. Test pull requests with the event pull_request; the companion workflow in docs/reference/github-action.md reports those of forks.`)};
const reportExecutions=async(context,svc,ids,given={})=>{
const{settings,log,env}=context;
const isCompanion=given.pullRequest!==void 0;
const executions=[];
const checked=[];
const reports=[];
let hasTrouble=false;
const wrong=[];
let isOwn=isCompanion;
const gathered=new Map;
for(const id of ids){
const known=await tell(context,svc,id,{});
hasTrouble||=known===void 0;
const isOfPull=isCompanion||!known?.execution||await isExecutionOfPull(context,known.execution);
if(!isOfPull)sayNotOfPull(context,known?.execution?.testedSha??null);
isOwn||=isOfPull;
const facts=gathered.get(isOfPull)??(isCompanion?given.facts??{}:await gatherFacts(context,known?.execution,isOfPull));
gathered.set(isOfPull,facts);
const{changedFiles:_changed,moreChangedFiles:_more,...others}=facts;
if(known&&isOfPull)await tellChangedFiles(context,svc,id,facts);
const first=known&&await tell(context,svc,id,{...others,settle:isCompanion?`now`:`if-complete`});
const standing=first&&await settle(context,svc,id,first);
const report=await ask$1(context,()=>readReport(svc,{id,base:settings.base,maxBytes:sizeFor(ids.length)}),known&&wrong);
const execution=report?.execution??standing?.execution;
if(execution)executions.push(execution);
if(execution&&isOfPull)checked.push(execution);
if(!report)hasTrouble=true;else{
reports.push(report);
log.say(`${report.headline} → ${report.execution.url}`);
if(report.waitingFor.length>0)log.say(`still running, waiting for ${report.waitingFor.join(`, `)}`);
if(report.missing.length>0)log.say(`did not report: ${report.missing.join(`, `)}`)}}
const pullRequest=given.pullRequest??(isOwn?context.event.pullRequest??gathered.get(true)?.pullRequest??onlyOne(executions.map(each=>each.pullRequest)):void 0);
const isKnown=ids.length>0&&executions.length===ids.length&&!given.isPartial;
const local=isKnown&&reports.length===ids.length?void 0:given.tally;
const commented=executions.length>0?await postComment(context,svc,pullRequest,reports,ids.length):{hasTrouble:false};
if(settings.check){
const{postChecks}=await import(`./post-checks.js`);
await postChecks(context,svc,checked)}
const why=context.isPost||isCompanion?[]:gate(context,reports,given.isNothing??false);
for(const reason of why)log.note(`error`,`Gate failed (${settings.failOn}): ${reason}.`);
if(!context.isPost&&!isCompanion)sayUncompared(context,reports);
const isRedHere=why.length===0&&local!==void 0&&judgeHere(context,local);
if(settings.annotations&&!context.isPost&&!isCompanion)await annotateAll(context,failuresOf(reports,given.tally,local),pullRequest,{total:given.tally?given.tally.failed+given.tally.errors:sum(reports.map(failuresIn)),pages:executions.map(({url})=>url)});
const parts=local?[{full:localSummary(local,NOT_COMPARED),short:``}]:[];
if(settings.summary)writeSummary(env.GITHUB_STEP_SUMMARY,[...reports.map(toPart),...parts],log.notes);
if(!context.isPost)appendValues(env.GITHUB_OUTPUT,outputsOf(executions,reports,{expected:ids.length,...!isKnown&&given.tally&&{tally:given.tally},...commented.url&&{commentUrl:commented.url}}));
return{hasTrouble:hasTrouble||commented.hasTrouble,isRed:why.length>0||isRedHere||wrong.length>0&&!context.isPost}};
const gate=({settings},reports,isNothing)=>{
const{failOn,thresholds}=settings;
const why=judge(reports,failOn,thresholds);
return isNothing&&failOn!==`never`&&(thresholds.minTests??0)>0?[...why,`no tests were reported, and min-tests is ${thresholds.minTests}`]:why};
const sayUncompared=({settings,log},reports)=>{
if(settings.failOn!==`regressions`)return;
for(const{hasBase,execution}of reports){
const{project,suite,counts}=execution;
const failures=counts.failed+counts.errors;
if(hasBase||failures===0)continue;
const said=`${project} / ${suite}: ${count$1(failures,`failure`)}, but no base to compare with`;
log.note(`warning`,uncounted(settings.failOn,said))}};
const sum=numbers=>numbers.reduce((all,number)=>all+number,0);
const failuresIn=({totals})=>totals.regressions+totals.newFailures+totals.failuresNotCompared+totals.errors+totals.stillFailing;
const nameOfReported=({testFile,file,titles,variant,leg})=>nameOf({file:testFile??file,titles,variant,leg});
const failuresOf=(reports,tally,local)=>{
const failed=tally&&new Set(tally.failures.map(nameOf));
const reported=reports.flatMap(each=>each.failures).filter(failure=>failed?.has(nameOfReported(failure))??true);
const known=new Set(reported.map(nameOfReported));
const others=(local?.failures??[]).filter(failure=>!known.has(nameOf(failure)));
return[...reported,...others.map(toReported)]};
const sizeFor=count=>Math.max(4e3,Math.min(2e5,Math.floor(9e5/Math.max(1,count))));
const toPart=({markdown,headline,execution})=>({full:markdown,short:`**${asCode(headline)}**${/^https?:\/\/[^\s()<>"]+$/.test(execution.url)?` · [details](${execution.url})`:``}`});
const onlyOne=numbers=>{
const[number,...others]=new Set(numbers.filter(each=>each!==null));
return others.length===0?number:void 0};
const MOST_FAILURES=5e3;
const journals=async context=>{
const{settings,event,log}=context;
const{roots,loose,problems}=await findJournals({workspace:event.workspace,temp:event.temp,paths:settings.journals});
for(const problem of problems)log.note(`error`,problem);
const staged=loose.length>0&&!context.isPost?[stage(loose,event.temp||event.workspace,context)]:[];
const collected={executionIds:[],sent:0,left:0,hasTrouble:problems.length>0};
const all=[...new Set([...roots,...staged])];
const counted=all.length>0?await tally(all.flatMap(journalsOf),MOST_FAILURES).catch(()=>void 0):void 0;
if(counted)collected.tally=counted;
for(const root of all)await sendFrom(context,root,collected);
return collected};
const stage=(folders,temp,{event})=>{
const root=join(temp,`svc-found-${event.runId}-${process.pid}`);
mkdirSync(journalFolder(root),{recursive:true,mode:448});
for(const folder of folders)for(const name of readdirSync(folder)){
if(!name.endsWith(`.ndjson`)&&!name.endsWith(`.artifacts`))continue;
cpSync(join(folder,name),join(journalFolder(root),name),{recursive:true})}
return root};
const sendFrom=async(context,root,collected,isForeign=false)=>{
const{config,log,deadline}=context;
const flushed=await flushJournals({root,config,deadline,artifactsDeadline:Math.min(deadline,performance.now()+config.artifactsTimeoutMs),isForeign,onWait:(ms,reason)=>log.say(waitingFor(ms,inInputs(reason))),...!isForeign&&{rewrite:open=>withInputs(open,context)}}).catch(error=>{
log.note(`error`,`The journals in ${journalFolder(root)} could not be read: ${wordsOf(error)}.`);
collected.hasTrouble=true;
return[]});
for(const{state,reason,note,url,path}of flushed){
const id=idInUrl(url);
if(id&&!collected.executionIds.includes(id))collected.executionIds.push(id);
if(state===`empty`)continue;
if(state===`sent`)collected.sent+=1;else collected.left+=1;
if(state===`running`){
log.note(`notice`,`A test run is still writing ${path}. The post step of this action sends it.`);
continue}
if(note)log.say(`Results were sent: ${note}.`);
if(state===`sent`&&!reason)continue;
if(state!==`sent`)collected.hasTrouble=true;
log.note(state===`sent`?`warning`:`error`,`${described(state)}: ${inInputs(reason??``)}.${adviceOf(state,reason??``,context,isForeign)}`)}};
const adviceOf=(state,reason,{isPost,settings},isForeign)=>{
if(settings.oidc&&reason.includes(`(401`))return` The key for the token of this job expires after one hour and ends with its trust: re-run the job.`;
if(settings.oidc&&reason.includes(`(403`))return` The trust may be for another project: set the input project to that project, or ask an admin to change the trust.`;
if(reason.includes(`(401`))return` If the key was revoked, create a new one and store it in the secret that the input api-key reads.`;
if(reason.includes(`(403`))return` The key needs the role editor and the scopes ingest and read.`;
if(isForeign)return state===`postponed`?` Re-run this workflow to send it.`:``;
return state===`postponed`&&!isPost?` The post step of this action retries once.`:``};
const described=state=>{
if(state===`rejected`)return`The server rejected a journal, which was moved aside`;
return state===`sent`?`Results were sent`:`Results could not be sent`};
const withInputs=(open,{settings,event,config})=>{
const code=isOfPull(event,open.code)?open.code:asBranchRun(open,event);
const jobUrl=config.ci?.run.jobUrl;
return{...open,code,...jobUrl&&open.ci&&!open.ci.jobUrl&&isOfJob(open,config,event)&&{ci:{...open.ci,jobUrl}},...settings.project&&{project:settings.project},...settings.suite&&open.suite==="default"&&{suite:settings.suite},...event.isFork&&{trust:`fork`,code:{...code,fork:true}}}};
const isOfJob=({build,runAttempt,part},config,event)=>build===config.build&&runAttempt===event.runAttempt&&part.job===event.job;
const SOURCES=[journals];
const collect=async context=>{
const all={executionIds:[],sent:0,left:0,hasTrouble:false};
for(const source of SOURCES){
const{executionIds,sent,left,hasTrouble,tally}=await source(context);
all.executionIds=[...new Set([...all.executionIds,...executionIds])];
all.sent+=sent;
all.left+=left;
all.hasTrouble||=hasTrouble;
if(tally)all.tally=all.tally?together(all.tally,tally):tally}
return all};
const runStep=async given=>{
const isCutOff=given.isPost&&given.env.STATE_begun===`true`&&given.env.STATE_told!==`true`;
if(given.isPost&&!isCutOff&&!await hasLeftovers(given))return{hasTrouble:false,isRed:false};
const isBroken=!given.isPost&&!await readReportFiles(given);
const ended=await runConnected(given,isCutOff);
return{...ended,isRed:ended.isRed||isBroken&&given.settings.failOn!==`never`}};
const readReportFiles=async context=>{
const{settings}=context;
if(settings.reportFiles.length===0)return true;
const{recordReports}=await import(`./record-reports.js`);
const{isWell,root}=await recordReports(context);
if(root&&settings.journals.length>0)settings.journals.push(root);
return isWell};
const runConnected=async(given,isCutOff)=>{
const connection=await connect(given);
if(connection.kind===`fork`)return keepForCompanion(given);
if(connection.kind===`none`){
if(given.isPost&&!isCutOff)return{hasTrouble:true,isRed:false};
return{hasTrouble:true,isRed:await tellLocal(given,await tallyHere(given),{why:NOT_COMPARED})}}
const{context,svc}=connection;
const docs=await pushAnyDocs(context,svc);
const collected=await collect(context);
if(context.isPost&&!isCutOff&&collected.sent===0)return{hasTrouble:collected.hasTrouble,isRed:false};
const isHopeless=collected.left>0&&collected.sent===0&&collected.hasTrouble;
const wrong=[];
const ids=isHopeless?void 0:await ask$1(context,()=>findExecutions(context,svc,collected),wrong);
const isNothing=ids?.length===0&&!collected.hasTrouble;
const isOnlyDocs=isNothing&&docs.isDone;
if(isNothing&&!isOnlyDocs)sayNothingFound(context);
const reported=await reportExecutions(context,svc,ids??[],{isNothing,isPartial:collected.left>0&&collected.hasTrouble,...collected.tally&&{tally:collected.tally}});
return{hasTrouble:docs.hasTrouble||collected.hasTrouble||reported.hasTrouble||!ids?.length&&!isOnlyDocs,isRed:reported.isRed||wrong.length>0&&!context.isPost}};
const pushAnyDocs=async(context,svc)=>{
if(context.settings.docs===``||context.isPost)return{isDone:false,hasTrouble:false};
const{pushDocs}=await import(`./docs.js`);
return pushDocs(context,svc)};
const hasLeftovers=async({event,settings})=>{
const{workspace,temp}=event;
return(await findJournals({workspace,temp,paths:settings.journals})).roots.length>0};
const sayNothingFound=({log,event})=>log.note(`warning`,`Nothing to report: no test run left results below ${event.workspace}, and the server has none of this workflow run. Add the reporter of svc to the test runner, let this step come after the tests with "if: \${{ !cancelled() }}", and name other folders with the input journals.`);
const GITHUB={isCI:true,id:`GITHUB_ACTIONS`,name:`GitHub Actions`};
const start=async({env,write,isPost})=>{
const log=makeLog(write);
const{settings,problems}=readInputs(env);
if(settings.apiKey!==``)log.mask(settings.apiKey);
if(problems.length>0){
for(const problem of isPost?[]:problems)log.note(`error`,problem);
if(!isPost)writeSummary(env.GITHUB_STEP_SUMMARY,[],log.notes);
return isPost?0:1}
const fails=hasTrouble=>hasTrouble&&settings.failOnError&&!isPost;
try{
const{apiKey,url,timeoutMs,waitMs}=settings;
const{SVC_API_KEY:_,...keyless}=env;
const resolved=resolveConfig({apiKey,url,timeoutMs},settings.oidc?keyless:env,GITHUB);
const config=withJob(resolved,settings.jobId);
const event=readEvent(env,config);
const deadline=performance.now()+timeoutMs+waitMs;
const svcUrl=URL.canParse(config.url)?config.url:`http://127.0.0.1`;
const post=await makePost(svcUrl,config.proxy);
const context={env,settings,config,event,log,github:makeGitHub({apiUrl:event.apiUrl,graphqlUrl:event.graphqlUrl,token:settings.githubToken,post:await makePost(event.apiUrl,config.proxy),deadline,say:log.say}),post,deadline,isPost};
if(!isPost)appendValues(env.GITHUB_STATE,{begun:`true`});
const ended=event.name===`workflow_run`?await follow(context):await runStep(context);
if(!isPost)appendValues(env.GITHUB_STATE,{told:`true`});
return ended.isRed||fails(ended.hasTrouble)?1:0}catch(error){
log.note(`error`,`Unexpected error: ${wordsOf(error)}. No results are lost: the journals stay on disk, and another run of the step sends them.`);
if(settings.summary&&!isPost)writeSummary(env.GITHUB_STEP_SUMMARY,[],log.notes);
return fails(true)?1:0}};
const withJob=(config,jobId)=>{
const{ci}=config;
if(!ci?.run.url||ci.run.jobUrl||jobId===``)return config;
return{...config,ci:{...ci,run:{...ci.run,jobUrl:`${ci.run.url}/job/${jobId}`}}}};
const follow=async context=>{
const{reportFork}=await import(`./companion.js`);
return reportFork(context)};
export{textAt as $,pauseAfter as A,completeOpen as B,shaAt as C,describeAnswer as D,sendJournal as E,builtIn as F,readGitHead as G,isInUse as H,toOptions as I,artifactFolder as J,readOriginHead as K,NetworkError as L,sleep as M,makePost as N,describeWait as O,CONNECT_MS as P,at as Q,describeNetworkError as R,parseJson as S,setAside as T,removeLock as U,firstOpen as V,writeLock as W,makeJournalFolder as X,journalFolder as Y,uuidv7 as Z,wordsOf as _,jobsOf as a,makeRedactor as at,countAt as b,RUN_FILE as c,withoutRoot as ct,outputsOf as d,toDocumentText as dt,cleanOpen as et,readPages as f,readCtrfEnvironment as ft,Trouble as g,ARTIFACT_LEFT_OUT as gt,connect as h,ARTIFACT_HEADERS as ht,readReport as i,MASK as it,retryAfterMs as j,isOurs as k,writeSummary as l,percentDecoded as lt,executionsOf as m,readCtrfTool as mt,sendFrom as n,toSlug as nt,compareCommits as o,resultOf as ot,asCode as p,readCtrfStatus as pt,readOriginUrl as q,reportExecutions as r,makeCleaner as rt,FOLDER as s,isAbsolutePath as st,start as t,repositoryOf as tt,isWithin as u,LIMITS as ut,isPlace as v,appendValues as w,listAt as x,toRepository as y,summarize as z};