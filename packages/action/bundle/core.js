import{i as __require,n as __esmMin,o as __toESM,r as __exportAll,t as __commonJSMin}from"./rolldown-runtime.js";
import{createRequire}from"node:module";
import*as os$1 from"os";
import os,{EOL}from"os";
import*as crypto from"crypto";
import*as fs from"fs";
import{constants,promises}from"fs";
import*as path from"path";
import*as http from"http";
import*as https from"https";
import*as events from"events";
import{Buffer as Buffer$1}from"node:buffer";
import{Readable}from"node:stream";
import{BlockList,isIP}from"node:net";
import{promisify}from"node:util";
import{gzip}from"node:zlib";
import*as child from"child_process";
import{setTimeout as setTimeout$1}from"timers";
import{hostname}from"node:os";
import{copyFileSync,cpSync,createReadStream,existsSync as existsSync$1,mkdirSync,readFileSync as readFileSync$1,readdirSync,readlinkSync,rmSync,statSync,writeFileSync}from"node:fs";
import{mkdir,readFile,readdir,realpath,rename,rm,stat}from"node:fs/promises";
import{basename,isAbsolute,join,posix,relative,resolve}from"node:path";
function toCommandValue(input){
if(input===null||input===void 0)return``;else if(typeof input===`string`||input instanceof String)return input;
return JSON.stringify(input)}
function toCommandProperties(annotationProperties){
if(!Object.keys(annotationProperties).length)return{};
return{title:annotationProperties.title,file:annotationProperties.file,line:annotationProperties.startLine,endLine:annotationProperties.endLine,col:annotationProperties.startColumn,endColumn:annotationProperties.endColumn}}
function issueCommand(command,properties,message){
const cmd=new Command(command,properties,message);
process.stdout.write(cmd.toString()+os$1.EOL)}
const CMD_STRING=`::`;
var Command=class{constructor(command,properties,message){
if(!command)command=`missing.command`;
this.command=command;
this.properties=properties;
this.message=message}toString(){
let cmdStr=CMD_STRING+this.command;
if(this.properties&&Object.keys(this.properties).length>0){
cmdStr+=` `;
let first=true;
for(const key in this.properties)if(this.properties.hasOwnProperty(key)){
const val=this.properties[key];
if(val){
if(first)first=false;else cmdStr+=`,`;
cmdStr+=`${key}=${escapeProperty(val)}`}}}
cmdStr+=`${CMD_STRING}${escapeData(this.message)}`;
return cmdStr}};
function escapeData(s){
return toCommandValue(s).replace(/%/g,`%25`).replace(/\r/g,`%0D`).replace(/\n/g,`%0A`)}
function escapeProperty(s){
return toCommandValue(s).replace(/%/g,`%25`).replace(/\r/g,`%0D`).replace(/\n/g,`%0A`).replace(/:/g,`%3A`).replace(/,/g,`%2C`)}
function issueFileCommand(command,message){
const filePath=process.env[`GITHUB_${command}`];
if(!filePath)throw new Error(`Unable to find environment variable for file command ${command}`);
if(!fs.existsSync(filePath))throw new Error(`Missing file at path: ${filePath}`);
fs.appendFileSync(filePath,`${toCommandValue(message)}${os$1.EOL}`,{encoding:`utf8`})}
function prepareKeyValueMessage(key,value){
const delimiter=`ghadelimiter_${crypto.randomUUID()}`;
const convertedValue=toCommandValue(value);
if(key.includes(delimiter))throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
if(convertedValue.includes(delimiter))throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
return`${key}<<${delimiter}${os$1.EOL}${convertedValue}${os$1.EOL}${delimiter}`}
function getProxyUrl(reqUrl){
const usingSsl=reqUrl.protocol===`https:`;
if(checkBypass(reqUrl))return;
const proxyVar=(()=>{
if(usingSsl)return process.env[`https_proxy`]||process.env[`HTTPS_PROXY`];else return process.env[`http_proxy`]||process.env[`HTTP_PROXY`]})();
if(proxyVar)try{
return new DecodedURL(proxyVar)}catch(_a){
if(!proxyVar.startsWith(`http://`)&&!proxyVar.startsWith(`https://`))return new DecodedURL(`http://${proxyVar}`)}else return}
function checkBypass(reqUrl){
if(!reqUrl.hostname)return false;
const reqHost=reqUrl.hostname;
if(isLoopbackAddress(reqHost))return true;
const noProxy=process.env[`no_proxy`]||process.env[`NO_PROXY`]||``;
if(!noProxy)return false;
let reqPort;
if(reqUrl.port)reqPort=Number(reqUrl.port);else if(reqUrl.protocol===`http:`)reqPort=80;else if(reqUrl.protocol===`https:`)reqPort=443;
const upperReqHosts=[reqUrl.hostname.toUpperCase()];
if(typeof reqPort===`number`)upperReqHosts.push(`${upperReqHosts[0]}:${reqPort}`);
for(const upperNoProxyItem of noProxy.split(`,`).map(x=>x.trim().toUpperCase()).filter(x=>x))if(upperNoProxyItem===`*`||upperReqHosts.some(x=>x===upperNoProxyItem||x.endsWith(`.${upperNoProxyItem}`)||upperNoProxyItem.startsWith(`.`)&&x.endsWith(`${upperNoProxyItem}`)))return true;
return false}
function isLoopbackAddress(host){
const hostLower=host.toLowerCase();
return hostLower===`localhost`||hostLower.startsWith(`127.`)||hostLower.startsWith(`[::1]`)||hostLower.startsWith(`[0:0:0:0:0:0:0:1]`)}
var DecodedURL=class extends URL{constructor(url,base){
super(url,base);
this._decodedUsername=decodeURIComponent(super.username);
this._decodedPassword=decodeURIComponent(super.password)}get username(){
return this._decodedUsername}get password(){
return this._decodedPassword}};
var require_tunnel$1=__commonJSMin((exports=>{
__require(`net`);
var tls=__require(`tls`);
var http=__require(`http`);
var https=__require(`https`);
var events=__require(`events`);
__require(`assert`);
var util=__require(`util`);
exports.httpOverHttp=httpOverHttp;
exports.httpsOverHttp=httpsOverHttp;
exports.httpOverHttps=httpOverHttps;
exports.httpsOverHttps=httpsOverHttps;
function httpOverHttp(options){
var agent=new TunnelingAgent(options);
agent.request=http.request;
return agent}
function httpsOverHttp(options){
var agent=new TunnelingAgent(options);
agent.request=http.request;
agent.createSocket=createSecureSocket;
agent.defaultPort=443;
return agent}
function httpOverHttps(options){
var agent=new TunnelingAgent(options);
agent.request=https.request;
return agent}
function httpsOverHttps(options){
var agent=new TunnelingAgent(options);
agent.request=https.request;
agent.createSocket=createSecureSocket;
agent.defaultPort=443;
return agent}
function TunnelingAgent(options){
var self=this;
self.options=options||{};
self.proxyOptions=self.options.proxy||{};
self.maxSockets=self.options.maxSockets||http.Agent.defaultMaxSockets;
self.requests=[];
self.sockets=[];
self.on(`free`,function onFree(socket,host,port,localAddress){
var options=toOptions(host,port,localAddress);
for(var i=0,len=self.requests.length;i<len;++i){
var pending=self.requests[i];
if(pending.host===options.host&&pending.port===options.port){
self.requests.splice(i,1);
pending.request.onSocket(socket);
return}}
socket.destroy();
self.removeSocket(socket)})}
util.inherits(TunnelingAgent,events.EventEmitter);
TunnelingAgent.prototype.addRequest=function addRequest(req,host,port,localAddress){
var self=this;
var options=mergeOptions({request:req},self.options,toOptions(host,port,localAddress));
if(self.sockets.length>=this.maxSockets){
self.requests.push(options);
return}
self.createSocket(options,function(socket){
socket.on(`free`,onFree);
socket.on(`close`,onCloseOrRemove);
socket.on(`agentRemove`,onCloseOrRemove);
req.onSocket(socket);
function onFree(){
self.emit(`free`,socket,options)}
function onCloseOrRemove(err){
self.removeSocket(socket);
socket.removeListener(`free`,onFree);
socket.removeListener(`close`,onCloseOrRemove);
socket.removeListener(`agentRemove`,onCloseOrRemove)}})};
TunnelingAgent.prototype.createSocket=function createSocket(options,cb){
var self=this;
var placeholder={};
self.sockets.push(placeholder);
var connectOptions=mergeOptions({},self.proxyOptions,{method:`CONNECT`,path:options.host+`:`+options.port,agent:false,headers:{host:options.host+`:`+options.port}});
if(options.localAddress)connectOptions.localAddress=options.localAddress;
if(connectOptions.proxyAuth){
connectOptions.headers=connectOptions.headers||{};
connectOptions.headers[`Proxy-Authorization`]=`Basic `+new Buffer(connectOptions.proxyAuth).toString(`base64`)}
debug(`making CONNECT request`);
var connectReq=self.request(connectOptions);
connectReq.useChunkedEncodingByDefault=false;
connectReq.once(`response`,onResponse);
connectReq.once(`upgrade`,onUpgrade);
connectReq.once(`connect`,onConnect);
connectReq.once(`error`,onError);
connectReq.end();
function onResponse(res){
res.upgrade=true}
function onUpgrade(res,socket,head){
process.nextTick(function(){
onConnect(res,socket,head)})}
function onConnect(res,socket,head){
connectReq.removeAllListeners();
socket.removeAllListeners();
if(res.statusCode!==200){
debug(`tunneling socket could not be established, statusCode=%d`,res.statusCode);
socket.destroy();
var error=new Error(`tunneling socket could not be established, statusCode=`+res.statusCode);
error.code=`ECONNRESET`;
options.request.emit(`error`,error);
self.removeSocket(placeholder);
return}
if(head.length>0){
debug(`got illegal response body from proxy`);
socket.destroy();
var error=new Error(`got illegal response body from proxy`);
error.code=`ECONNRESET`;
options.request.emit(`error`,error);
self.removeSocket(placeholder);
return}
debug(`tunneling connection has established`);
self.sockets[self.sockets.indexOf(placeholder)]=socket;
return cb(socket)}
function onError(cause){
connectReq.removeAllListeners();
debug(`tunneling socket could not be established, cause=%s
`,cause.message,cause.stack);
var error=new Error(`tunneling socket could not be established, cause=`+cause.message);
error.code=`ECONNRESET`;
options.request.emit(`error`,error);
self.removeSocket(placeholder)}};
TunnelingAgent.prototype.removeSocket=function removeSocket(socket){
var pos=this.sockets.indexOf(socket);
if(pos===-1)return;
this.sockets.splice(pos,1);
var pending=this.requests.shift();
if(pending)this.createSocket(pending,function(socket){
pending.request.onSocket(socket)})};
function createSecureSocket(options,cb){
var self=this;
TunnelingAgent.prototype.createSocket.call(self,options,function(socket){
var hostHeader=options.request.getHeader(`host`);
var tlsOptions=mergeOptions({},self.options,{socket,servername:hostHeader?hostHeader.replace(/:.*$/,``):options.host});
var secureSocket=tls.connect(0,tlsOptions);
self.sockets[self.sockets.indexOf(socket)]=secureSocket;
cb(secureSocket)})}
function toOptions(host,port,localAddress){
if(typeof host===`string`)return{host,port,localAddress};
return host}
function mergeOptions(target){
for(var i=1,len=arguments.length;i<len;++i){
var overrides=arguments[i];
if(typeof overrides===`object`){
var keys=Object.keys(overrides);
for(var j=0,keyLen=keys.length;j<keyLen;++j){
var k=keys[j];
if(overrides[k]!==void 0)target[k]=overrides[k]}}}
return target}
var debug;
if(process.env.NODE_DEBUG&&/\btunnel\b/.test(process.env.NODE_DEBUG))debug=function(){
var args=Array.prototype.slice.call(arguments);
if(typeof args[0]===`string`)args[0]=`TUNNEL: `+args[0];else args.unshift(`TUNNEL:`);
console.error.apply(console,args)};else debug=function(){};
exports.debug=debug}));
var require_tunnel=__commonJSMin(((exports,module)=>{
module.exports=require_tunnel$1()}));
var require_errors=__commonJSMin(((exports,module)=>{
const kUndiciError=Symbol.for(`undici.error.UND_ERR`);
var UndiciError=class extends Error{constructor(message,options){
super(message,options);
this.name=`UndiciError`;
this.code=`UND_ERR`}static[Symbol.hasInstance](instance){
return instance&&instance[kUndiciError]===true}get[kUndiciError](){
return true}};
const kConnectTimeoutError=Symbol.for(`undici.error.UND_ERR_CONNECT_TIMEOUT`);
var ConnectTimeoutError=class extends UndiciError{constructor(message){
super(message);
this.name=`ConnectTimeoutError`;
this.message=message||`Connect Timeout Error`;
this.code=`UND_ERR_CONNECT_TIMEOUT`}static[Symbol.hasInstance](instance){
return instance&&instance[kConnectTimeoutError]===true}get[kConnectTimeoutError](){
return true}};
const kHeadersTimeoutError=Symbol.for(`undici.error.UND_ERR_HEADERS_TIMEOUT`);
var HeadersTimeoutError=class extends UndiciError{constructor(message){
super(message);
this.name=`HeadersTimeoutError`;
this.message=message||`Headers Timeout Error`;
this.code=`UND_ERR_HEADERS_TIMEOUT`}static[Symbol.hasInstance](instance){
return instance&&instance[kHeadersTimeoutError]===true}get[kHeadersTimeoutError](){
return true}};
const kHeadersOverflowError=Symbol.for(`undici.error.UND_ERR_HEADERS_OVERFLOW`);
var HeadersOverflowError=class extends UndiciError{constructor(message){
super(message);
this.name=`HeadersOverflowError`;
this.message=message||`Headers Overflow Error`;
this.code=`UND_ERR_HEADERS_OVERFLOW`}static[Symbol.hasInstance](instance){
return instance&&instance[kHeadersOverflowError]===true}get[kHeadersOverflowError](){
return true}};
const kBodyTimeoutError=Symbol.for(`undici.error.UND_ERR_BODY_TIMEOUT`);
var BodyTimeoutError=class extends UndiciError{constructor(message){
super(message);
this.name=`BodyTimeoutError`;
this.message=message||`Body Timeout Error`;
this.code=`UND_ERR_BODY_TIMEOUT`}static[Symbol.hasInstance](instance){
return instance&&instance[kBodyTimeoutError]===true}get[kBodyTimeoutError](){
return true}};
const kInvalidArgumentError=Symbol.for(`undici.error.UND_ERR_INVALID_ARG`);
var InvalidArgumentError=class extends UndiciError{constructor(message){
super(message);
this.name=`InvalidArgumentError`;
this.message=message||`Invalid Argument Error`;
this.code=`UND_ERR_INVALID_ARG`}static[Symbol.hasInstance](instance){
return instance&&instance[kInvalidArgumentError]===true}get[kInvalidArgumentError](){
return true}};
const kInvalidReturnValueError=Symbol.for(`undici.error.UND_ERR_INVALID_RETURN_VALUE`);
var InvalidReturnValueError=class extends UndiciError{constructor(message){
super(message);
this.name=`InvalidReturnValueError`;
this.message=message||`Invalid Return Value Error`;
this.code=`UND_ERR_INVALID_RETURN_VALUE`}static[Symbol.hasInstance](instance){
return instance&&instance[kInvalidReturnValueError]===true}get[kInvalidReturnValueError](){
return true}};
const kAbortError=Symbol.for(`undici.error.UND_ERR_ABORT`);
var AbortError=class extends UndiciError{constructor(message){
super(message);
this.name=`AbortError`;
this.message=message||`The operation was aborted`;
this.code=`UND_ERR_ABORT`}static[Symbol.hasInstance](instance){
return instance&&instance[kAbortError]===true}get[kAbortError](){
return true}};
const kRequestAbortedError=Symbol.for(`undici.error.UND_ERR_ABORTED`);
var RequestAbortedError=class extends AbortError{constructor(message){
super(message);
this.name=`AbortError`;
this.message=message||`Request aborted`;
this.code=`UND_ERR_ABORTED`}static[Symbol.hasInstance](instance){
return instance&&instance[kRequestAbortedError]===true}get[kRequestAbortedError](){
return true}};
const kInformationalError=Symbol.for(`undici.error.UND_ERR_INFO`);
var InformationalError=class extends UndiciError{constructor(message){
super(message);
this.name=`InformationalError`;
this.message=message||`Request information`;
this.code=`UND_ERR_INFO`}static[Symbol.hasInstance](instance){
return instance&&instance[kInformationalError]===true}get[kInformationalError](){
return true}};
const kRequestContentLengthMismatchError=Symbol.for(`undici.error.UND_ERR_REQ_CONTENT_LENGTH_MISMATCH`);
var RequestContentLengthMismatchError=class extends UndiciError{constructor(message){
super(message);
this.name=`RequestContentLengthMismatchError`;
this.message=message||`Request body length does not match content-length header`;
this.code=`UND_ERR_REQ_CONTENT_LENGTH_MISMATCH`}static[Symbol.hasInstance](instance){
return instance&&instance[kRequestContentLengthMismatchError]===true}get[kRequestContentLengthMismatchError](){
return true}};
const kResponseContentLengthMismatchError=Symbol.for(`undici.error.UND_ERR_RES_CONTENT_LENGTH_MISMATCH`);
var ResponseContentLengthMismatchError=class extends UndiciError{constructor(message){
super(message);
this.name=`ResponseContentLengthMismatchError`;
this.message=message||`Response body length does not match content-length header`;
this.code=`UND_ERR_RES_CONTENT_LENGTH_MISMATCH`}static[Symbol.hasInstance](instance){
return instance&&instance[kResponseContentLengthMismatchError]===true}get[kResponseContentLengthMismatchError](){
return true}};
const kClientDestroyedError=Symbol.for(`undici.error.UND_ERR_DESTROYED`);
var ClientDestroyedError=class extends UndiciError{constructor(message){
super(message);
this.name=`ClientDestroyedError`;
this.message=message||`The client is destroyed`;
this.code=`UND_ERR_DESTROYED`}static[Symbol.hasInstance](instance){
return instance&&instance[kClientDestroyedError]===true}get[kClientDestroyedError](){
return true}};
const kClientClosedError=Symbol.for(`undici.error.UND_ERR_CLOSED`);
var ClientClosedError=class extends UndiciError{constructor(message){
super(message);
this.name=`ClientClosedError`;
this.message=message||`The client is closed`;
this.code=`UND_ERR_CLOSED`}static[Symbol.hasInstance](instance){
return instance&&instance[kClientClosedError]===true}get[kClientClosedError](){
return true}};
const kSocketError=Symbol.for(`undici.error.UND_ERR_SOCKET`);
var SocketError=class extends UndiciError{constructor(message,socket){
super(message);
this.name=`SocketError`;
this.message=message||`Socket error`;
this.code=`UND_ERR_SOCKET`;
this.socket=socket}static[Symbol.hasInstance](instance){
return instance&&instance[kSocketError]===true}get[kSocketError](){
return true}};
const kNotSupportedError=Symbol.for(`undici.error.UND_ERR_NOT_SUPPORTED`);
var NotSupportedError=class extends UndiciError{constructor(message){
super(message);
this.name=`NotSupportedError`;
this.message=message||`Not supported error`;
this.code=`UND_ERR_NOT_SUPPORTED`}static[Symbol.hasInstance](instance){
return instance&&instance[kNotSupportedError]===true}get[kNotSupportedError](){
return true}};
const kBalancedPoolMissingUpstreamError=Symbol.for(`undici.error.UND_ERR_BPL_MISSING_UPSTREAM`);
var BalancedPoolMissingUpstreamError=class extends UndiciError{constructor(message){
super(message);
this.name=`MissingUpstreamError`;
this.message=message||`No upstream has been added to the BalancedPool`;
this.code=`UND_ERR_BPL_MISSING_UPSTREAM`}static[Symbol.hasInstance](instance){
return instance&&instance[kBalancedPoolMissingUpstreamError]===true}get[kBalancedPoolMissingUpstreamError](){
return true}};
const kHTTPParserError=Symbol.for(`undici.error.UND_ERR_HTTP_PARSER`);
var HTTPParserError=class extends Error{constructor(message,code,data){
super(message);
this.name=`HTTPParserError`;
this.code=code?`HPE_${code}`:void 0;
this.data=data?data.toString():void 0}static[Symbol.hasInstance](instance){
return instance&&instance[kHTTPParserError]===true}get[kHTTPParserError](){
return true}};
const kResponseExceededMaxSizeError=Symbol.for(`undici.error.UND_ERR_RES_EXCEEDED_MAX_SIZE`);
var ResponseExceededMaxSizeError=class extends UndiciError{constructor(message){
super(message);
this.name=`ResponseExceededMaxSizeError`;
this.message=message||`Response content exceeded max size`;
this.code=`UND_ERR_RES_EXCEEDED_MAX_SIZE`}static[Symbol.hasInstance](instance){
return instance&&instance[kResponseExceededMaxSizeError]===true}get[kResponseExceededMaxSizeError](){
return true}};
const kRequestRetryError=Symbol.for(`undici.error.UND_ERR_REQ_RETRY`);
var RequestRetryError=class extends UndiciError{constructor(message,code,{headers,data}){
super(message);
this.name=`RequestRetryError`;
this.message=message||`Request retry error`;
this.code=`UND_ERR_REQ_RETRY`;
this.statusCode=code;
this.data=data;
this.headers=headers}static[Symbol.hasInstance](instance){
return instance&&instance[kRequestRetryError]===true}get[kRequestRetryError](){
return true}};
const kResponseError=Symbol.for(`undici.error.UND_ERR_RESPONSE`);
var ResponseError=class extends UndiciError{constructor(message,code,{headers,body}){
super(message);
this.name=`ResponseError`;
this.message=message||`Response error`;
this.code=`UND_ERR_RESPONSE`;
this.statusCode=code;
this.body=body;
this.headers=headers}static[Symbol.hasInstance](instance){
return instance&&instance[kResponseError]===true}get[kResponseError](){
return true}};
const kSecureProxyConnectionError=Symbol.for(`undici.error.UND_ERR_PRX_TLS`);
var SecureProxyConnectionError=class extends UndiciError{constructor(cause,message,options={}){
super(message,{cause,...options});
this.name=`SecureProxyConnectionError`;
this.message=message||`Secure Proxy Connection failed`;
this.code=`UND_ERR_PRX_TLS`;
this.cause=cause}static[Symbol.hasInstance](instance){
return instance&&instance[kSecureProxyConnectionError]===true}get[kSecureProxyConnectionError](){
return true}};
const kMaxOriginsReachedError=Symbol.for(`undici.error.UND_ERR_MAX_ORIGINS_REACHED`);
var MaxOriginsReachedError=class extends UndiciError{constructor(message){
super(message);
this.name=`MaxOriginsReachedError`;
this.message=message||`Maximum allowed origins reached`;
this.code=`UND_ERR_MAX_ORIGINS_REACHED`}static[Symbol.hasInstance](instance){
return instance&&instance[kMaxOriginsReachedError]===true}get[kMaxOriginsReachedError](){
return true}};
var Socks5ProxyError=class extends UndiciError{constructor(message,code){
super(message);
this.name=`Socks5ProxyError`;
this.message=message||`SOCKS5 proxy error`;
this.code=code||`UND_ERR_SOCKS5`}};
const kMessageSizeExceededError=Symbol.for(`undici.error.UND_ERR_WS_MESSAGE_SIZE_EXCEEDED`);
var MessageSizeExceededError=class extends UndiciError{constructor(message){
super(message);
this.name=`MessageSizeExceededError`;
this.message=message||`Max decompressed message size exceeded`;
this.code=`UND_ERR_WS_MESSAGE_SIZE_EXCEEDED`}static[Symbol.hasInstance](instance){
return instance&&instance[kMessageSizeExceededError]===true}get[kMessageSizeExceededError](){
return true}};
module.exports={AbortError,HTTPParserError,UndiciError,HeadersTimeoutError,HeadersOverflowError,BodyTimeoutError,RequestContentLengthMismatchError,ConnectTimeoutError,InvalidArgumentError,InvalidReturnValueError,RequestAbortedError,ClientDestroyedError,ClientClosedError,InformationalError,SocketError,NotSupportedError,ResponseContentLengthMismatchError,BalancedPoolMissingUpstreamError,ResponseExceededMaxSizeError,RequestRetryError,ResponseError,SecureProxyConnectionError,MaxOriginsReachedError,Socks5ProxyError,MessageSizeExceededError}}));
var require_wrap_handler=__commonJSMin(((exports,module)=>{
const{InvalidArgumentError}=require_errors();
module.exports=class WrapHandler{#handler;constructor(handler){
this.#handler=handler}static wrap(handler){
return handler.onRequestStart?handler:new WrapHandler(handler)}onConnect(abort,context){
return this.#handler.onConnect?.(abort,context)}onResponseStarted(){
return this.#handler.onResponseStarted?.()}onHeaders(statusCode,rawHeaders,resume,statusMessage){
return this.#handler.onHeaders?.(statusCode,rawHeaders,resume,statusMessage)}onUpgrade(statusCode,rawHeaders,socket){
return this.#handler.onUpgrade?.(statusCode,rawHeaders,socket)}onData(data){
return this.#handler.onData?.(data)}onComplete(trailers){
return this.#handler.onComplete?.(trailers)}onError(err){
if(!this.#handler.onError)throw err;
return this.#handler.onError?.(err)}onRequestStart(controller,context){
this.#handler.onConnect?.(reason=>controller.abort(reason),context)}onRequestUpgrade(controller,statusCode,headers,socket){
const rawHeaders=[];
for(const[key,val]of Object.entries(headers))rawHeaders.push(Buffer.from(key,`latin1`),toRawHeaderValue(val));
this.#handler.onUpgrade?.(statusCode,rawHeaders,socket)}onResponseStart(controller,statusCode,headers,statusMessage){
const rawHeaders=[];
for(const[key,val]of Object.entries(headers))rawHeaders.push(Buffer.from(key,`latin1`),toRawHeaderValue(val));
if(this.#handler.onHeaders?.(statusCode,rawHeaders,()=>controller.resume(),statusMessage)===false)controller.pause()}onResponseData(controller,data){
if(this.#handler.onData?.(data)===false)controller.pause()}onResponseEnd(controller,trailers){
const rawTrailers=[];
for(const[key,val]of Object.entries(trailers))rawTrailers.push(Buffer.from(key,`latin1`),toRawHeaderValue(val));
this.#handler.onComplete?.(rawTrailers)}onResponseError(controller,err){
if(!this.#handler.onError)throw new InvalidArgumentError(`invalid onError method`);
this.#handler.onError?.(err)}};
function toRawHeaderValue(value){
return Array.isArray(value)?value.map(item=>Buffer.from(item,`latin1`)):Buffer.from(value,`latin1`)}}));
var require_dispatcher=__commonJSMin(((exports,module)=>{
const EventEmitter=__require(`node:events`);
const WrapHandler=require_wrap_handler();
const wrapInterceptor=dispatch=>(opts,handler)=>dispatch(opts,WrapHandler.wrap(handler));
var Dispatcher=class extends EventEmitter{dispatch(){
throw new Error(`not implemented`)}close(){
throw new Error(`not implemented`)}destroy(){
throw new Error(`not implemented`)}compose(...args){
const interceptors=Array.isArray(args[0])?args[0]:args;
let dispatch=this.dispatch.bind(this);
for(const interceptor of interceptors){
if(interceptor==null)continue;
if(typeof interceptor!==`function`)throw new TypeError(`invalid interceptor, expected function received ${typeof interceptor}`);
dispatch=interceptor(dispatch);
dispatch=wrapInterceptor(dispatch);
if(dispatch==null||typeof dispatch!==`function`||dispatch.length!==2)throw new TypeError(`invalid interceptor`)}
return new Proxy(this,{get:(target,key)=>key===`dispatch`?dispatch:target[key]})}};
module.exports=Dispatcher}));
var require_symbols=__commonJSMin(((exports,module)=>{
module.exports={kClose:Symbol(`close`),kDestroy:Symbol(`destroy`),kDispatch:Symbol(`dispatch`),kUrl:Symbol(`url`),kRedirectCacheControl:Symbol(`redirect cache control`),kWriting:Symbol(`writing`),kResuming:Symbol(`resuming`),kQueue:Symbol(`queue`),kConnect:Symbol(`connect`),kConnecting:Symbol(`connecting`),kKeepAliveDefaultTimeout:Symbol(`default keep alive timeout`),kKeepAliveMaxTimeout:Symbol(`max keep alive timeout`),kKeepAliveTimeoutThreshold:Symbol(`keep alive timeout threshold`),kKeepAliveTimeoutValue:Symbol(`keep alive timeout`),kKeepAlive:Symbol(`keep alive`),kHeadersTimeout:Symbol(`headers timeout`),kBodyTimeout:Symbol(`body timeout`),kServerName:Symbol(`server name`),kLocalAddress:Symbol(`local address`),kHost:Symbol(`host`),kNoRef:Symbol(`no ref`),kBodyUsed:Symbol(`used`),kBody:Symbol(`abstracted request body`),kRunning:Symbol(`running`),kBlocking:Symbol(`blocking`),kPending:Symbol(`pending`),kSize:Symbol(`size`),kBusy:Symbol(`busy`),kQueued:Symbol(`queued`),kFree:Symbol(`free`),kConnected:Symbol(`connected`),kClosed:Symbol(`closed`),kNeedDrain:Symbol(`need drain`),kReset:Symbol(`reset`),kDestroyed:Symbol.for(`nodejs.stream.destroyed`),kResume:Symbol(`resume`),kOnError:Symbol(`on error`),kMaxHeadersSize:Symbol(`max headers size`),kRunningIdx:Symbol(`running index`),kPendingIdx:Symbol(`pending index`),kError:Symbol(`error`),kClients:Symbol(`clients`),kClient:Symbol(`client`),kParser:Symbol(`parser`),kOnDestroyed:Symbol(`destroy callbacks`),kPipelining:Symbol(`pipelining`),kSocket:Symbol(`socket`),kHostHeader:Symbol(`host header`),kConnector:Symbol(`connector`),kStrictContentLength:Symbol(`strict content length`),kMaxRedirections:Symbol(`maxRedirections`),kMaxRequests:Symbol(`maxRequestsPerClient`),kProxy:Symbol(`proxy agent options`),kCounter:Symbol(`socket request counter`),kMaxResponseSize:Symbol(`max response size`),kHTTP2Session:Symbol(`http2Session`),kHTTP2SessionState:Symbol(`http2Session state`),kRetryHandlerDefaultRetry:Symbol(`retry agent default retry`),kConstruct:Symbol(`constructable`),kListeners:Symbol(`listeners`),kHTTPContext:Symbol(`http context`),kMaxConcurrentStreams:Symbol(`max concurrent streams`),kHTTP2InitialWindowSize:Symbol(`http2 initial window size`),kHTTP2ConnectionWindowSize:Symbol(`http2 connection window size`),kEnableConnectProtocol:Symbol(`http2session connect protocol`),kRemoteSettings:Symbol(`http2session remote settings`),kHTTP2Stream:Symbol(`http2session client stream`),kPingInterval:Symbol(`ping interval`),kNoProxyAgent:Symbol(`no proxy agent`),kHttpProxyAgent:Symbol(`http proxy agent`),kHttpsProxyAgent:Symbol(`https proxy agent`),kSocks5ProxyAgent:Symbol(`socks5 proxy agent`)}}));
var require_stats=__commonJSMin(((exports,module)=>{
const{kConnected,kPending,kRunning,kSize,kFree,kQueued}=require_symbols();
var ClientStats=class{constructor(client){
this.connected=client[kConnected];
this.pending=client[kPending];
this.running=client[kRunning];
this.size=client[kSize]}};
var PoolStats=class{constructor(pool){
this.connected=pool[kConnected];
this.free=pool[kFree];
this.pending=pool[kPending];
this.queued=pool[kQueued];
this.running=pool[kRunning];
this.size=pool[kSize]}};
module.exports={ClientStats,PoolStats}}));
var require_timers=__commonJSMin(((exports,module)=>{
let fastNow=0;
const RESOLUTION_MS=1e3;
const TICK_MS=499;
let fastNowTimeout;
const kFastTimer=Symbol(`kFastTimer`);
const fastTimers=[];
const NOT_IN_LIST=-2;
const TO_BE_CLEARED=-1;
const PENDING=0;
const ACTIVE=1;
function onTick(){
fastNow+=TICK_MS;
let idx=0;
let len=fastTimers.length;
while(idx<len){
const timer=fastTimers[idx];
if(timer._state===PENDING){
timer._idleStart=fastNow-TICK_MS;
timer._state=ACTIVE}else if(timer._state===ACTIVE&&fastNow>=timer._idleStart+timer._idleTimeout){
timer._state=TO_BE_CLEARED;
timer._idleStart=-1;
timer._onTimeout(timer._timerArg)}
if(timer._state===TO_BE_CLEARED){
timer._state=NOT_IN_LIST;
if(--len!==0)fastTimers[idx]=fastTimers[len]}else++idx}
fastTimers.length=len;
if(fastTimers.length!==0)refreshTimeout()}
function refreshTimeout(){
if(fastNowTimeout?.refresh)fastNowTimeout.refresh();else{
clearTimeout(fastNowTimeout);
fastNowTimeout=setTimeout(onTick,TICK_MS);
fastNowTimeout?.unref()}}
var FastTimer=class{[kFastTimer]=true;_state=NOT_IN_LIST;_idleTimeout=-1;_idleStart=-1;_onTimeout;_timerArg;constructor(callback,delay,arg){
this._onTimeout=callback;
this._idleTimeout=delay;
this._timerArg=arg;
this.refresh()}refresh(){
if(this._state===NOT_IN_LIST)fastTimers.push(this);
if(!fastNowTimeout||fastTimers.length===1)refreshTimeout();
this._state=PENDING}clear(){
this._state=TO_BE_CLEARED;
this._idleStart=-1}};
module.exports={setTimeout(callback,delay,arg){
return delay<=RESOLUTION_MS?setTimeout(callback,delay,arg):new FastTimer(callback,delay,arg)},clearTimeout(timeout){
if(timeout[kFastTimer])timeout.clear();else clearTimeout(timeout)},setFastTimeout(callback,delay,arg){
return new FastTimer(callback,delay,arg)},clearFastTimeout(timeout){
timeout.clear()},now(){
return fastNow},tick(delay=0){
fastNow+=delay-RESOLUTION_MS+1;
onTick();
onTick()},reset(){
fastNow=0;
fastTimers.length=0;
clearTimeout(fastNowTimeout);
fastNowTimeout=null},kFastTimer}}));
var require_constants$2=__commonJSMin(((exports,module)=>{
const wellknownHeaderNames=[`Accept`,`Accept-Encoding`,`Accept-Language`,`Accept-Ranges`,`Access-Control-Allow-Credentials`,`Access-Control-Allow-Headers`,`Access-Control-Allow-Methods`,`Access-Control-Allow-Origin`,`Access-Control-Expose-Headers`,`Access-Control-Max-Age`,`Access-Control-Request-Headers`,`Access-Control-Request-Method`,`Age`,`Allow`,`Alt-Svc`,`Alt-Used`,`Authorization`,`Cache-Control`,`Clear-Site-Data`,`Connection`,`Content-Disposition`,`Content-Encoding`,`Content-Language`,`Content-Length`,`Content-Location`,`Content-Range`,`Content-Security-Policy`,`Content-Security-Policy-Report-Only`,`Content-Type`,`Cookie`,`Cross-Origin-Embedder-Policy`,`Cross-Origin-Opener-Policy`,`Cross-Origin-Resource-Policy`,`Date`,`Device-Memory`,`Downlink`,`ECT`,`ETag`,`Expect`,`Expect-CT`,`Expires`,`Forwarded`,`From`,`Host`,`If-Match`,`If-Modified-Since`,`If-None-Match`,`If-Range`,`If-Unmodified-Since`,`Keep-Alive`,`Last-Modified`,`Link`,`Location`,`Max-Forwards`,`Origin`,`Permissions-Policy`,`Pragma`,`Proxy-Authenticate`,`Proxy-Authorization`,`RTT`,`Range`,`Referer`,`Referrer-Policy`,`Refresh`,`Retry-After`,`Sec-WebSocket-Accept`,`Sec-WebSocket-Extensions`,`Sec-WebSocket-Key`,`Sec-WebSocket-Protocol`,`Sec-WebSocket-Version`,`Server`,`Server-Timing`,`Service-Worker-Allowed`,`Service-Worker-Navigation-Preload`,`Set-Cookie`,`SourceMap`,`Strict-Transport-Security`,`Supports-Loading-Mode`,`TE`,`Timing-Allow-Origin`,`Trailer`,`Transfer-Encoding`,`Upgrade`,`Upgrade-Insecure-Requests`,`User-Agent`,`Vary`,`Via`,`WWW-Authenticate`,`X-Content-Type-Options`,`X-DNS-Prefetch-Control`,`X-Frame-Options`,`X-Permitted-Cross-Domain-Policies`,`X-Powered-By`,`X-Requested-With`,`X-XSS-Protection`];
const headerNameLowerCasedRecord={};
Object.setPrototypeOf(headerNameLowerCasedRecord,null);
const wellknownHeaderNameBuffers={};
Object.setPrototypeOf(wellknownHeaderNameBuffers,null);
function getHeaderNameAsBuffer(header){
let buffer=wellknownHeaderNameBuffers[header];
if(buffer===void 0)buffer=Buffer.from(header);
return buffer}
for(let i=0;i<wellknownHeaderNames.length;++i){
const key=wellknownHeaderNames[i];
const lowerCasedKey=key.toLowerCase();
headerNameLowerCasedRecord[key]=headerNameLowerCasedRecord[lowerCasedKey]=lowerCasedKey}
module.exports={wellknownHeaderNames,headerNameLowerCasedRecord,getHeaderNameAsBuffer}}));
var require_tree=__commonJSMin(((exports,module)=>{
const{wellknownHeaderNames,headerNameLowerCasedRecord}=require_constants$2();
var TstNode=class TstNode{value=null;left=null;middle=null;right=null;code;constructor(key,value,index){
if(index===void 0||index>=key.length)throw new TypeError(`Unreachable`);
if((this.code=key.charCodeAt(index))>127)throw new TypeError(`key must be ascii string`);
if(key.length!==++index)this.middle=new TstNode(key,value,index);else this.value=value}add(key,value){
const length=key.length;
if(length===0)throw new TypeError(`Unreachable`);
let index=0;
let node=this;
while(true){
const code=key.charCodeAt(index);
if(code>127)throw new TypeError(`key must be ascii string`);
if(node.code===code){
if(length===++index){
node.value=value;
break}else if(node.middle!==null)node=node.middle;else{
node.middle=new TstNode(key,value,index);
break}}else if(node.code<code){
if(node.left!==null)node=node.left;else{
node.left=new TstNode(key,value,index);
break}}else if(node.right!==null)node=node.right;else{
node.right=new TstNode(key,value,index);
break}}}search(key){
const keylength=key.length;
let index=0;
let node=this;
while(node!==null&&index<keylength){
let code=key[index];
if(code<=90&&code>=65)code|=32;
while(node!==null){
if(code===node.code){
if(keylength===++index)return node;
node=node.middle;
break}
node=node.code<code?node.left:node.right}}
return null}};
var TernarySearchTree=class{node=null;insert(key,value){
if(this.node===null)this.node=new TstNode(key,value,0);else this.node.add(key,value)}lookup(key){
return this.node?.search(key)?.value??null}};
const tree=new TernarySearchTree;
for(let i=0;i<wellknownHeaderNames.length;++i){
const key=headerNameLowerCasedRecord[wellknownHeaderNames[i]];
tree.insert(key,key)}
module.exports={TernarySearchTree,tree}}));
var require_util$1=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{kDestroyed,kBodyUsed,kListeners,kBody}=require_symbols();
const{IncomingMessage}=__require(`node:http`);
const stream=__require(`node:stream`);
const net=__require(`node:net`);
const{stringify}=__require(`node:querystring`);
const{EventEmitter:EE}=__require(`node:events`);
const timers=require_timers();
const{InvalidArgumentError,ConnectTimeoutError}=require_errors();
const{headerNameLowerCasedRecord}=require_constants$2();
const{tree}=require_tree();
const[nodeMajor,nodeMinor]=process.versions.node.split(`.`,2).map(v=>Number(v));
var BodyAsyncIterable=class{constructor(body){
this[kBody]=body;
this[kBodyUsed]=false}async*[Symbol.asyncIterator](){
assert(!this[kBodyUsed],`disturbed`);
this[kBodyUsed]=true;
yield*this[kBody]}};
function noop(){}
function wrapRequestBody(body){
if(isStream(body)){
if(bodyLength(body)===0)body.on(`data`,function(){
assert(false)});
if(typeof body.readableDidRead!==`boolean`){
body[kBodyUsed]=false;
EE.prototype.on.call(body,`data`,function(){
this[kBodyUsed]=true})}
return body}else if(body&&typeof body.pipeTo===`function`)return new BodyAsyncIterable(body);else if(body&&isFormDataLike(body))return body;else if(body&&typeof body!==`string`&&!ArrayBuffer.isView(body)&&isIterable(body))return new BodyAsyncIterable(body);else return body}
function isStream(obj){
return obj&&typeof obj===`object`&&typeof obj.pipe===`function`&&typeof obj.on===`function`}
function isBlobLike(object){
if(object===null)return false;else if(object instanceof Blob)return true;else if(typeof object!==`object`)return false;else{
const sTag=object[Symbol.toStringTag];
return(sTag===`Blob`||sTag===`File`)&&(`stream`in object&&typeof object.stream===`function`||`arrayBuffer`in object&&typeof object.arrayBuffer===`function`)}}
function pathHasQueryOrFragment(url){
return url.includes(`?`)||url.includes(`#`)}
function serializePathWithQuery(url,queryParams){
if(pathHasQueryOrFragment(url))throw new Error(`Query params cannot be passed when url already contains "?" or "#".`);
const stringified=stringify(queryParams);
if(stringified)url+=`?`+stringified;
return url}
function isValidPort(port){
const value=parseInt(port,10);
return value===Number(port)&&value>=0&&value<=65535}
function isHttpOrHttpsPrefixed(value){
return value!=null&&value[0]===`h`&&value[1]===`t`&&value[2]===`t`&&value[3]===`p`&&(value[4]===`:`||value[4]===`s`&&value[5]===`:`)}
function parseURL(url){
if(typeof url===`string`){
url=new URL(url);
if(!isHttpOrHttpsPrefixed(url.origin||url.protocol))throw new InvalidArgumentError("Invalid URL protocol: the URL must start with `http:` or `https:`.");
return url}
if(!url||typeof url!==`object`)throw new InvalidArgumentError(`Invalid URL: The URL argument must be a non-null object.`);
if(!(url instanceof URL)){
if(url.port!=null&&url.port!==``&&isValidPort(url.port)===false)throw new InvalidArgumentError(`Invalid URL: port must be a valid integer or a string representation of an integer.`);
if(url.path!=null&&typeof url.path!==`string`)throw new InvalidArgumentError(`Invalid URL path: the path must be a string or null/undefined.`);
if(url.pathname!=null&&typeof url.pathname!==`string`)throw new InvalidArgumentError(`Invalid URL pathname: the pathname must be a string or null/undefined.`);
if(url.hostname!=null&&typeof url.hostname!==`string`)throw new InvalidArgumentError(`Invalid URL hostname: the hostname must be a string or null/undefined.`);
if(url.origin!=null&&typeof url.origin!==`string`)throw new InvalidArgumentError(`Invalid URL origin: the origin must be a string or null/undefined.`);
if(!isHttpOrHttpsPrefixed(url.origin||url.protocol))throw new InvalidArgumentError("Invalid URL protocol: the URL must start with `http:` or `https:`.");
const port=url.port!=null?url.port:url.protocol===`https:`?443:80;
let origin=url.origin!=null?url.origin:`${url.protocol||``}//${url.hostname||``}:${port}`;
let path=url.path!=null?url.path:`${url.pathname||``}${url.search||``}`;
if(origin[origin.length-1]===`/`)origin=origin.slice(0,origin.length-1);
if(path&&path[0]!==`/`)path=`/${path}`;
return new URL(`${origin}${path}`)}
if(!isHttpOrHttpsPrefixed(url.origin||url.protocol))throw new InvalidArgumentError("Invalid URL protocol: the URL must start with `http:` or `https:`.");
return url}
function parseOrigin(url){
url=parseURL(url);
if(url.pathname!==`/`||url.search||url.hash)throw new InvalidArgumentError(`invalid url`);
return url}
function getHostname(host){
if(host[0]===`[`){
const idx=host.indexOf(`]`);
assert(idx!==-1);
return host.substring(1,idx)}
const idx=host.indexOf(`:`);
if(idx===-1)return host;
return host.substring(0,idx)}
function getServerName(host){
if(!host)return null;
assert(typeof host===`string`);
const servername=getHostname(host);
if(net.isIP(servername))return``;
return servername}
function deepClone(obj){
return JSON.parse(JSON.stringify(obj))}
function isAsyncIterable(obj){
return!!(obj!=null&&typeof obj[Symbol.asyncIterator]===`function`)}
function isIterable(obj){
return!!(obj!=null&&(typeof obj[Symbol.iterator]===`function`||typeof obj[Symbol.asyncIterator]===`function`))}
function hasSafeIterator(obj){
const prototype=Object.getPrototypeOf(obj);
return Object.prototype.hasOwnProperty.call(obj,Symbol.iterator)||prototype!=null&&prototype!==Object.prototype&&typeof obj[Symbol.iterator]===`function`}
function bodyLength(body){
if(body==null)return 0;else if(isStream(body)){
const state=body._readableState;
return state&&state.objectMode===false&&state.ended===true&&Number.isFinite(state.length)?state.length:null}else if(isBlobLike(body))return body.size!=null?body.size:null;else if(isBuffer(body))return body.byteLength;
return null}
function isDestroyed(body){
return body&&!!(body.destroyed||body[kDestroyed]||stream.isDestroyed?.(body))}
function destroy(stream,err){
if(stream==null||!isStream(stream)||isDestroyed(stream))return;
if(typeof stream.destroy===`function`){
if(Object.getPrototypeOf(stream).constructor===IncomingMessage)stream.socket=null;
stream.destroy(err)}else if(err)queueMicrotask(()=>{
stream.emit(`error`,err)});
if(stream.destroyed!==true)stream[kDestroyed]=true}
const KEEPALIVE_TIMEOUT_EXPR=/timeout=(\d+)/;
function parseKeepAliveTimeout(val){
const m=val.match(KEEPALIVE_TIMEOUT_EXPR);
return m?parseInt(m[1],10)*1e3:null}
function headerNameToString(value){
return typeof value===`string`?headerNameLowerCasedRecord[value]??value.toLowerCase():tree.lookup(value)??value.toString(`latin1`).toLowerCase()}
function bufferToLowerCasedHeaderName(value){
return tree.lookup(value)??value.toString(`latin1`).toLowerCase()}
function parseHeaders(headers,obj){
if(obj===void 0)obj={};
for(let i=0;i<headers.length;i+=2){
const key=headerNameToString(headers[i]);
let val=obj[key];
if(val!==void 0){
if(!Object.hasOwn(obj,key)){
const headersValue=typeof headers[i+1]===`string`?headers[i+1]:Array.isArray(headers[i+1])?headers[i+1].map(x=>x.toString(`latin1`)):headers[i+1].toString(`latin1`);
if(key===`__proto__`)Object.defineProperty(obj,key,{value:headersValue,enumerable:true,configurable:true,writable:true});else obj[key]=headersValue}else{
if(typeof val===`string`){
val=[val];
obj[key]=val}
val.push(headers[i+1].toString(`latin1`))}}else{
const headersValue=typeof headers[i+1]===`string`?headers[i+1]:Array.isArray(headers[i+1])?headers[i+1].map(x=>x.toString(`latin1`)):headers[i+1].toString(`latin1`);
obj[key]=headersValue}}
return obj}
function parseRawHeaders(headers){
const headersLength=headers.length;
const ret=new Array(headersLength);
let key;
let val;
for(let n=0;n<headersLength;n+=2){
key=headers[n];
val=headers[n+1];
typeof key!==`string`&&(key=key.toString());
typeof val!==`string`&&(val=val.toString(`latin1`));
ret[n]=key;
ret[n+1]=val}
return ret}
function toRawHeaders(headers){
const rawHeaders=[];
for(const[name,value]of Object.entries(headers))if(Array.isArray(value))for(const entry of value)rawHeaders.push(Buffer.from(name,`latin1`),Buffer.from(`${entry}`,`latin1`));else rawHeaders.push(Buffer.from(name,`latin1`),Buffer.from(`${value}`,`latin1`));
return rawHeaders}
function encodeRawHeaders(headers){
if(!Array.isArray(headers))throw new TypeError(`expected headers to be an array`);
return headers.map(x=>Buffer.from(x))}
function isBuffer(buffer){
return buffer instanceof Uint8Array||Buffer.isBuffer(buffer)}
function assertRequestHandler(handler,method,upgrade){
if(!handler||typeof handler!==`object`)throw new InvalidArgumentError(`handler must be an object`);
if(typeof handler.onRequestStart===`function`)return;
if(typeof handler.onConnect!==`function`)throw new InvalidArgumentError(`invalid onConnect method`);
if(typeof handler.onError!==`function`)throw new InvalidArgumentError(`invalid onError method`);
if(typeof handler.onBodySent!==`function`&&handler.onBodySent!==void 0)throw new InvalidArgumentError(`invalid onBodySent method`);
if(upgrade||method===`CONNECT`){
if(typeof handler.onUpgrade!==`function`)throw new InvalidArgumentError(`invalid onUpgrade method`)}else{
if(typeof handler.onHeaders!==`function`)throw new InvalidArgumentError(`invalid onHeaders method`);
if(typeof handler.onData!==`function`)throw new InvalidArgumentError(`invalid onData method`);
if(typeof handler.onComplete!==`function`)throw new InvalidArgumentError(`invalid onComplete method`)}}
function isDisturbed(body){
return!!(body&&(stream.isDisturbed(body)||body[kBodyUsed]))}
function getSocketInfo(socket){
return{localAddress:socket.localAddress,localPort:socket.localPort,remoteAddress:socket.remoteAddress,remotePort:socket.remotePort,remoteFamily:socket.remoteFamily,timeout:socket.timeout,bytesWritten:socket.bytesWritten,bytesRead:socket.bytesRead}}
function ReadableStreamFrom(iterable){
let iterator;
return new ReadableStream({start(){
iterator=iterable[Symbol.asyncIterator]()},pull(controller){
return iterator.next().then(({done,value})=>{
if(done)return queueMicrotask(()=>{
controller.close();
controller.byobRequest?.respond(0)});else{
const buf=Buffer.isBuffer(value)?value:Buffer.from(value);
if(buf.byteLength)return controller.enqueue(new Uint8Array(buf));else return this.pull(controller)}})},cancel(){
return iterator.return()},type:`bytes`})}
function isFormDataLike(object){
return object&&typeof object===`object`&&typeof object.append===`function`&&typeof object.delete===`function`&&typeof object.get===`function`&&typeof object.getAll===`function`&&typeof object.has===`function`&&typeof object.set===`function`&&object[Symbol.toStringTag]===`FormData`}
function addAbortListener(signal,listener){
if(`addEventListener`in signal){
signal.addEventListener(`abort`,listener,{once:true});
return()=>signal.removeEventListener(`abort`,listener)}
signal.once(`abort`,listener);
return()=>signal.removeListener(`abort`,listener)}
const validTokenChars=new Uint8Array([0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,1,1,1,1,1,0,0,1,1,0,1,1,0,1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]);
function isTokenCharCode(c){
return validTokenChars[c]===1}
const tokenRegExp=/^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
function isValidHTTPToken(characters){
if(characters.length>=12)return tokenRegExp.test(characters);
if(characters.length===0)return false;
for(let i=0;i<characters.length;i++)if(validTokenChars[characters.charCodeAt(i)]!==1)return false;
return true}
const headerCharRegex=/[^\t\x20-\x7e\x80-\xff]/;
function isValidHeaderValue(characters){
return!headerCharRegex.test(characters)}
const rangeHeaderRegex=/^bytes (\d+)-(\d+)\/(\d+)?$/;
function parseRangeHeader(range){
if(range==null||range===``)return{start:0,end:null,size:null};
const m=range?range.match(rangeHeaderRegex):null;
return m?{start:parseInt(m[1]),end:m[2]?parseInt(m[2]):null,size:m[3]?parseInt(m[3]):null}:null}
function addListener(obj,name,listener){
(obj[kListeners]??=[]).push([name,listener]);
obj.on(name,listener);
return obj}
function removeAllListeners(obj){
if(obj[kListeners]!=null){
for(const[name,listener]of obj[kListeners])obj.removeListener(name,listener);
obj[kListeners]=null}
return obj}
function errorRequest(client,request,err){
try{
request.onError(err);
assert(request.aborted)}catch(err){
client.emit(`error`,err)}}
const setupConnectTimeout=process.platform===`win32`?(socketWeakRef,opts)=>{
if(!opts.timeout)return noop;
let s1=null;
let s2=null;
const fastTimer=timers.setFastTimeout(()=>{
s1=setImmediate(()=>{
s2=setImmediate(()=>onConnectTimeout(socketWeakRef.deref(),opts))})},opts.timeout);
return()=>{
timers.clearFastTimeout(fastTimer);
clearImmediate(s1);
clearImmediate(s2)}}:(socketWeakRef,opts)=>{
if(!opts.timeout)return noop;
let s1=null;
const fastTimer=timers.setFastTimeout(()=>{
s1=setImmediate(()=>{
onConnectTimeout(socketWeakRef.deref(),opts)})},opts.timeout);
return()=>{
timers.clearFastTimeout(fastTimer);
clearImmediate(s1)}};
function onConnectTimeout(socket,opts){
if(socket==null)return;
let message=`Connect Timeout Error`;
if(Array.isArray(socket.autoSelectFamilyAttemptedAddresses))message+=` (attempted addresses: ${socket.autoSelectFamilyAttemptedAddresses.join(`, `)},`;else message+=` (attempted address: ${opts.hostname}:${opts.port},`;
message+=` timeout: ${opts.timeout}ms)`;
destroy(socket,new ConnectTimeoutError(message))}
function getProtocolFromUrlString(urlString){
if(urlString[0]===`h`&&urlString[1]===`t`&&urlString[2]===`t`&&urlString[3]===`p`)switch(urlString[4]){case`:`:return`http:`;case`s`:if(urlString[5]===`:`)return`https:`}
return urlString.slice(0,urlString.indexOf(`:`)+1)}
const kEnumerableProperty=Object.create(null);
kEnumerableProperty.enumerable=true;
const normalizedMethodRecordsBase={delete:`DELETE`,DELETE:`DELETE`,get:`GET`,GET:`GET`,head:`HEAD`,HEAD:`HEAD`,options:`OPTIONS`,OPTIONS:`OPTIONS`,post:`POST`,POST:`POST`,put:`PUT`,PUT:`PUT`};
const normalizedMethodRecords={...normalizedMethodRecordsBase,patch:`patch`,PATCH:`PATCH`};
Object.setPrototypeOf(normalizedMethodRecordsBase,null);
Object.setPrototypeOf(normalizedMethodRecords,null);
module.exports={kEnumerableProperty,isDisturbed,isBlobLike,parseOrigin,parseURL,getServerName,isStream,isIterable,hasSafeIterator,isAsyncIterable,isDestroyed,headerNameToString,bufferToLowerCasedHeaderName,addListener,removeAllListeners,errorRequest,parseRawHeaders,toRawHeaders,encodeRawHeaders,parseHeaders,parseKeepAliveTimeout,destroy,bodyLength,deepClone,ReadableStreamFrom,isBuffer,assertRequestHandler,getSocketInfo,isFormDataLike,pathHasQueryOrFragment,serializePathWithQuery,addAbortListener,isValidHTTPToken,isValidHeaderValue,isTokenCharCode,parseRangeHeader,normalizedMethodRecordsBase,normalizedMethodRecords,isValidPort,isHttpOrHttpsPrefixed,nodeMajor,nodeMinor,safeHTTPMethods:Object.freeze([`GET`,`HEAD`,`OPTIONS`,`TRACE`]),wrapRequestBody,setupConnectTimeout,getProtocolFromUrlString}}));
var require_unwrap_handler=__commonJSMin(((exports,module)=>{
const{parseHeaders}=require_util$1();
const{InvalidArgumentError}=require_errors();
const kResume=Symbol(`resume`);
var UnwrapController=class{#paused=false;#reason=null;#aborted=false;#abort;[kResume]=null;rawHeaders=null;rawTrailers=null;constructor(abort){
this.#abort=abort}pause(){
this.#paused=true}resume(){
if(this.#paused){
this.#paused=false;
this[kResume]?.()}}abort(reason){
if(!this.#aborted){
this.#aborted=true;
this.#reason=reason;
this.#abort(reason)}}get aborted(){
return this.#aborted}get reason(){
return this.#reason}get paused(){
return this.#paused}};
module.exports=class UnwrapHandler{#handler;#controller;constructor(handler){
this.#handler=handler}static unwrap(handler){
return!handler.onRequestStart?handler:new UnwrapHandler(handler)}onConnect(abort,context){
this.#controller=new UnwrapController(abort);
this.#handler.onRequestStart?.(this.#controller,context)}onResponseStarted(){
return this.#handler.onResponseStarted?.()}onUpgrade(statusCode,rawHeaders,socket){
this.#controller.rawHeaders=rawHeaders;
this.#handler.onRequestUpgrade?.(this.#controller,statusCode,parseHeaders(rawHeaders),socket)}onHeaders(statusCode,rawHeaders,resume,statusMessage){
this.#controller[kResume]=resume;
this.#controller.rawHeaders=rawHeaders;
this.#handler.onResponseStart?.(this.#controller,statusCode,parseHeaders(rawHeaders),statusMessage);
return!this.#controller.paused}onData(data){
this.#handler.onResponseData?.(this.#controller,data);
return!this.#controller.paused}onComplete(rawTrailers){
this.#controller.rawTrailers=rawTrailers;
this.#handler.onResponseEnd?.(this.#controller,parseHeaders(rawTrailers))}onError(err){
if(!this.#handler.onResponseError)throw new InvalidArgumentError(`invalid onError method`);
this.#handler.onResponseError?.(this.#controller,err)}}}));
var require_dispatcher_base=__commonJSMin(((exports,module)=>{
const buffer=__require(`node:buffer`);
const Dispatcher=require_dispatcher();
const UnwrapHandler=require_unwrap_handler();
const{ClientDestroyedError,ClientClosedError,InvalidArgumentError}=require_errors();
const{kDestroy,kClose,kClosed,kDestroyed,kDispatch}=require_symbols();
const kOnDestroyed=Symbol(`onDestroyed`);
const kOnClosed=Symbol(`onClosed`);
const kWebSocketOptions=Symbol(`webSocketOptions`);
const kEventSourceOptions=Symbol(`eventSourceOptions`);
var DispatcherBase=class extends Dispatcher{[kDestroyed]=false;[kOnDestroyed]=null;[kClosed]=false;[kOnClosed]=null;constructor(opts){
super();
this[kWebSocketOptions]=opts?.webSocket??{};
this[kEventSourceOptions]=opts?.eventSource??{}}get webSocketOptions(){
return{maxFragments:this[kWebSocketOptions].maxFragments??131072,maxPayloadSize:this[kWebSocketOptions].maxPayloadSize??134217728}}get eventSourceOptions(){
return{maxEventSize:this[kEventSourceOptions].maxEventSize??buffer.kStringMaxLength}}get destroyed(){
return this[kDestroyed]}get closed(){
return this[kClosed]}close(callback){
if(callback===void 0)return new Promise((resolve,reject)=>{
this.close((err,data)=>{
return err?reject(err):resolve(data)})});
if(typeof callback!==`function`)throw new InvalidArgumentError(`invalid callback`);
if(this[kDestroyed]){
const err=new ClientDestroyedError;
queueMicrotask(()=>callback(err,null));
return}
if(this[kClosed]){
if(this[kOnClosed])this[kOnClosed].push(callback);else queueMicrotask(()=>callback(null,null));
return}
this[kClosed]=true;
this[kOnClosed]??=[];
this[kOnClosed].push(callback);
const onClosed=()=>{
const callbacks=this[kOnClosed];
this[kOnClosed]=null;
for(let i=0;i<callbacks.length;i++)callbacks[i](null,null)};
this[kClose]().then(()=>this.destroy()).then(()=>queueMicrotask(onClosed))}destroy(err,callback){
if(typeof err===`function`){
callback=err;
err=null}
if(callback===void 0)return new Promise((resolve,reject)=>{
this.destroy(err,(err,data)=>{
return err?reject(err):resolve(data)})});
if(typeof callback!==`function`)throw new InvalidArgumentError(`invalid callback`);
if(this[kDestroyed]){
if(this[kOnDestroyed])this[kOnDestroyed].push(callback);else queueMicrotask(()=>callback(null,null));
return}
if(!err)err=new ClientDestroyedError;
this[kDestroyed]=true;
this[kOnDestroyed]??=[];
this[kOnDestroyed].push(callback);
const onDestroyed=()=>{
const callbacks=this[kOnDestroyed];
this[kOnDestroyed]=null;
for(let i=0;i<callbacks.length;i++)callbacks[i](null,null)};
this[kDestroy](err).then(()=>queueMicrotask(onDestroyed))}dispatch(opts,handler){
if(!handler||typeof handler!==`object`)throw new InvalidArgumentError(`handler must be an object`);
handler=UnwrapHandler.unwrap(handler);
try{
if(!opts||typeof opts!==`object`)throw new InvalidArgumentError(`opts must be an object.`);
if(this[kDestroyed]||this[kOnDestroyed])throw new ClientDestroyedError;
if(this[kClosed])throw new ClientClosedError;
return this[kDispatch](opts,handler)}catch(err){
if(typeof handler.onError!==`function`)throw err;
handler.onError(err);
return false}}};
module.exports=DispatcherBase}));
var require_fixed_queue=__commonJSMin(((exports,module)=>{
const kSize=2048;
const kMask=2047;
var FixedCircularBuffer=class{bottom=0;top=0;list=new Array(kSize).fill(void 0);next=null;isEmpty(){
return this.top===this.bottom}isFull(){
return(this.top+1&kMask)===this.bottom}push(data){
this.list[this.top]=data;
this.top=this.top+1&kMask}shift(){
const nextItem=this.list[this.bottom];
if(nextItem===void 0)return null;
this.list[this.bottom]=void 0;
this.bottom=this.bottom+1&kMask;
return nextItem}};
module.exports=class FixedQueue{constructor(){
this.head=this.tail=new FixedCircularBuffer}isEmpty(){
return this.head.isEmpty()}push(data){
if(this.head.isFull())this.head=this.head.next=new FixedCircularBuffer;
this.head.push(data)}shift(){
const tail=this.tail;
const next=tail.shift();
if(tail.isEmpty()&&tail.next!==null){
this.tail=tail.next;
tail.next=null}
return next}}}));
var require_pool_base=__commonJSMin(((exports,module)=>{
const{PoolStats}=require_stats();
const DispatcherBase=require_dispatcher_base();
const FixedQueue=require_fixed_queue();
const{kConnected,kSize,kRunning,kPending,kQueued,kBusy,kFree,kUrl,kClose,kDestroy,kDispatch}=require_symbols();
const kClients=Symbol(`clients`);
const kNeedDrain=Symbol(`needDrain`);
const kQueue=Symbol(`queue`);
const kClosedResolve=Symbol(`closed resolve`);
const kOnDrain=Symbol(`onDrain`);
const kOnConnect=Symbol(`onConnect`);
const kOnDisconnect=Symbol(`onDisconnect`);
const kOnConnectionError=Symbol(`onConnectionError`);
const kGetDispatcher=Symbol(`get dispatcher`);
const kAddClient=Symbol(`add client`);
const kRemoveClient=Symbol(`remove client`);
var PoolBase=class extends DispatcherBase{[kQueue]=new FixedQueue;[kQueued]=0;[kClients]=[];[kNeedDrain]=false;[kOnDrain](client,origin,targets){
const queue=this[kQueue];
let needDrain=false;
while(!needDrain){
const item=queue.shift();
if(!item)break;
this[kQueued]--;
needDrain=!client.dispatch(item.opts,item.handler)}
client[kNeedDrain]=needDrain;
if(!needDrain&&this[kNeedDrain]){
this[kNeedDrain]=false;
this.emit(`drain`,origin,[this,...targets])}
if(this[kClosedResolve]&&queue.isEmpty()){
const closeAll=[];
for(let i=0;i<this[kClients].length;i++){
const client=this[kClients][i];
if(!client.destroyed)closeAll.push(client.close())}
return Promise.all(closeAll).then(this[kClosedResolve])}}[kOnConnect]=(origin,targets)=>{
this.emit(`connect`,origin,[this,...targets])};[kOnDisconnect]=(origin,targets,err)=>{
this.emit(`disconnect`,origin,[this,...targets],err)};[kOnConnectionError]=(origin,targets,err)=>{
this.emit(`connectionError`,origin,[this,...targets],err)};get[kBusy](){
return this[kNeedDrain]}get[kConnected](){
let ret=0;
for(const{[kConnected]:connected}of this[kClients])ret+=connected;
return ret}get[kFree](){
let ret=0;
for(const{[kConnected]:connected,[kNeedDrain]:needDrain}of this[kClients])ret+=connected&&!needDrain;
return ret}get[kPending](){
let ret=this[kQueued];
for(const{[kPending]:pending}of this[kClients])ret+=pending;
return ret}get[kRunning](){
let ret=0;
for(const{[kRunning]:running}of this[kClients])ret+=running;
return ret}get[kSize](){
let ret=this[kQueued];
for(const{[kSize]:size}of this[kClients])ret+=size;
return ret}get stats(){
return new PoolStats(this)}[kClose](){
if(this[kQueue].isEmpty()){
const closeAll=[];
for(let i=0;i<this[kClients].length;i++){
const client=this[kClients][i];
if(!client.destroyed)closeAll.push(client.close())}
return Promise.all(closeAll)}else return new Promise(resolve=>{
this[kClosedResolve]=resolve})}[kDestroy](err){
while(true){
const item=this[kQueue].shift();
if(!item)break;
item.handler.onError(err)}
const destroyAll=new Array(this[kClients].length);
for(let i=0;i<this[kClients].length;i++)destroyAll[i]=this[kClients][i].destroy(err);
return Promise.all(destroyAll)}[kDispatch](opts,handler){
const dispatcher=this[kGetDispatcher]();
if(!dispatcher){
this[kNeedDrain]=true;
this[kQueue].push({opts,handler});
this[kQueued]++}else if(!dispatcher.dispatch(opts,handler)){
dispatcher[kNeedDrain]=true;
this[kNeedDrain]=!this[kGetDispatcher]()}
return!this[kNeedDrain]}[kAddClient](client){
client.on(`drain`,this[kOnDrain].bind(this,client)).on(`connect`,this[kOnConnect]).on(`disconnect`,this[kOnDisconnect]).on(`connectionError`,this[kOnConnectionError]);
this[kClients].push(client);
if(this[kNeedDrain])queueMicrotask(()=>{
if(this[kNeedDrain])this[kOnDrain](client,client[kUrl],[client,this])});
return this}[kRemoveClient](client){
client.close(()=>{
const idx=this[kClients].indexOf(client);
if(idx!==-1)this[kClients].splice(idx,1)});
this[kNeedDrain]=this[kClients].some(dispatcher=>!dispatcher[kNeedDrain]&&dispatcher.closed!==true&&dispatcher.destroyed!==true)}};
module.exports={PoolBase,kClients,kNeedDrain,kAddClient,kRemoveClient,kGetDispatcher}}));
var require_diagnostics=__commonJSMin(((exports,module)=>{
const diagnosticsChannel=__require(`node:diagnostics_channel`);
const util=__require(`node:util`);
const undiciDebugLog=util.debuglog(`undici`);
const fetchDebuglog=util.debuglog(`fetch`);
const websocketDebuglog=util.debuglog(`websocket`);
const channels={beforeConnect:diagnosticsChannel.channel(`undici:client:beforeConnect`),connected:diagnosticsChannel.channel(`undici:client:connected`),connectError:diagnosticsChannel.channel(`undici:client:connectError`),sendHeaders:diagnosticsChannel.channel(`undici:client:sendHeaders`),create:diagnosticsChannel.channel(`undici:request:create`),bodySent:diagnosticsChannel.channel(`undici:request:bodySent`),bodyChunkSent:diagnosticsChannel.channel(`undici:request:bodyChunkSent`),bodyChunkReceived:diagnosticsChannel.channel(`undici:request:bodyChunkReceived`),headers:diagnosticsChannel.channel(`undici:request:headers`),trailers:diagnosticsChannel.channel(`undici:request:trailers`),error:diagnosticsChannel.channel(`undici:request:error`),open:diagnosticsChannel.channel(`undici:websocket:open`),close:diagnosticsChannel.channel(`undici:websocket:close`),socketError:diagnosticsChannel.channel(`undici:websocket:socket_error`),ping:diagnosticsChannel.channel(`undici:websocket:ping`),pong:diagnosticsChannel.channel(`undici:websocket:pong`),proxyConnected:diagnosticsChannel.channel(`undici:proxy:connected`)};
let isTrackingClientEvents=false;
function trackClientEvents(debugLog=undiciDebugLog){
if(isTrackingClientEvents)return;
if(channels.beforeConnect.hasSubscribers||channels.connected.hasSubscribers||channels.connectError.hasSubscribers||channels.sendHeaders.hasSubscribers){
isTrackingClientEvents=true;
return}
isTrackingClientEvents=true;
diagnosticsChannel.subscribe(`undici:client:beforeConnect`,evt=>{
const{connectParams:{version,protocol,port,host}}=evt;
debugLog(`connecting to %s%s using %s%s`,host,port?`:${port}`:``,protocol,version)});
diagnosticsChannel.subscribe(`undici:client:connected`,evt=>{
const{connectParams:{version,protocol,port,host}}=evt;
debugLog(`connected to %s%s using %s%s`,host,port?`:${port}`:``,protocol,version)});
diagnosticsChannel.subscribe(`undici:client:connectError`,evt=>{
const{connectParams:{version,protocol,port,host},error}=evt;
debugLog(`connection to %s%s using %s%s errored - %s`,host,port?`:${port}`:``,protocol,version,error.message)});
diagnosticsChannel.subscribe(`undici:client:sendHeaders`,evt=>{
const{request:{method,path,origin}}=evt;
debugLog(`sending request to %s %s%s`,method,origin,path)})}
let isTrackingRequestEvents=false;
function trackRequestEvents(debugLog=undiciDebugLog){
if(isTrackingRequestEvents)return;
if(channels.headers.hasSubscribers||channels.trailers.hasSubscribers||channels.error.hasSubscribers){
isTrackingRequestEvents=true;
return}
isTrackingRequestEvents=true;
diagnosticsChannel.subscribe(`undici:request:headers`,evt=>{
const{request:{method,path,origin},response:{statusCode}}=evt;
debugLog(`received response to %s %s%s - HTTP %d`,method,origin,path,statusCode)});
diagnosticsChannel.subscribe(`undici:request:trailers`,evt=>{
const{request:{method,path,origin}}=evt;
debugLog(`trailers received from %s %s%s`,method,origin,path)});
diagnosticsChannel.subscribe(`undici:request:error`,evt=>{
const{request:{method,path,origin},error}=evt;
debugLog(`request to %s %s%s errored - %s`,method,origin,path,error.message)})}
let isTrackingWebSocketEvents=false;
function trackWebSocketEvents(debugLog=websocketDebuglog){
if(isTrackingWebSocketEvents)return;
if(channels.open.hasSubscribers||channels.close.hasSubscribers||channels.socketError.hasSubscribers||channels.ping.hasSubscribers||channels.pong.hasSubscribers){
isTrackingWebSocketEvents=true;
return}
isTrackingWebSocketEvents=true;
diagnosticsChannel.subscribe(`undici:websocket:open`,evt=>{
if(evt.address!=null){
const{address,port}=evt.address;
debugLog(`connection opened %s%s`,address,port?`:${port}`:``)}else debugLog(`connection opened`)});
diagnosticsChannel.subscribe(`undici:websocket:close`,evt=>{
const{websocket,code,reason}=evt;
debugLog(`closed connection to %s - %s %s`,websocket.url,code,reason)});
diagnosticsChannel.subscribe(`undici:websocket:socket_error`,err=>{
debugLog(`connection errored - %s`,err.message)});
diagnosticsChannel.subscribe(`undici:websocket:ping`,evt=>{
debugLog(`ping received`)});
diagnosticsChannel.subscribe(`undici:websocket:pong`,evt=>{
debugLog(`pong received`)})}
if(undiciDebugLog.enabled||fetchDebuglog.enabled){
trackClientEvents(fetchDebuglog.enabled?fetchDebuglog:undiciDebugLog);
trackRequestEvents(fetchDebuglog.enabled?fetchDebuglog:undiciDebugLog)}
if(websocketDebuglog.enabled){
trackClientEvents(undiciDebugLog.enabled?undiciDebugLog:websocketDebuglog);
trackWebSocketEvents(websocketDebuglog)}
module.exports={channels}}));
var require_request=__commonJSMin(((exports,module)=>{
const{InvalidArgumentError,NotSupportedError}=require_errors();
const assert=__require(`node:assert`);
const{isValidHTTPToken,isValidHeaderValue,isStream,destroy,isBuffer,isFormDataLike,isIterable,hasSafeIterator,isBlobLike,serializePathWithQuery,assertRequestHandler,getServerName,normalizedMethodRecords,getProtocolFromUrlString}=require_util$1();
const{channels}=require_diagnostics();
const{headerNameLowerCasedRecord}=require_constants$2();
const invalidPathRegex=/[^\u0021-\u00ff]/;
function isValidContentLengthHeaderValue(val){
if(typeof val!==`string`||val.length===0)return false;
for(let i=0;i<val.length;i++){
const charCode=val.charCodeAt(i);
if(charCode<48||charCode>57)return false}
return true}
const kHandler=Symbol(`handler`);
var Request=class{constructor(origin,{path,method,body,headers,query,idempotent,blocking,upgrade,headersTimeout,bodyTimeout,reset,expectContinue,servername,throwOnError,maxRedirections,typeOfService},handler){
if(typeof path!==`string`)throw new InvalidArgumentError(`path must be a string`);else if(path[0]!==`/`&&!(path.startsWith(`http://`)||path.startsWith(`https://`))&&method!==`CONNECT`)throw new InvalidArgumentError(`path must be an absolute URL or start with a slash`);else if(invalidPathRegex.test(path))throw new InvalidArgumentError(`invalid request path`);
if(typeof method!==`string`)throw new InvalidArgumentError(`method must be a string`);else if(normalizedMethodRecords[method]===void 0&&!isValidHTTPToken(method))throw new InvalidArgumentError(`invalid request method`);
if(upgrade&&typeof upgrade!==`string`)throw new InvalidArgumentError(`upgrade must be a string`);
if(upgrade&&!isValidHeaderValue(upgrade))throw new InvalidArgumentError(`invalid upgrade header`);
if(headersTimeout!=null&&(!Number.isFinite(headersTimeout)||headersTimeout<0))throw new InvalidArgumentError(`invalid headersTimeout`);
if(bodyTimeout!=null&&(!Number.isFinite(bodyTimeout)||bodyTimeout<0))throw new InvalidArgumentError(`invalid bodyTimeout`);
if(reset!=null&&typeof reset!==`boolean`)throw new InvalidArgumentError(`invalid reset`);
if(expectContinue!=null&&typeof expectContinue!==`boolean`)throw new InvalidArgumentError(`invalid expectContinue`);
if(throwOnError!=null)throw new InvalidArgumentError(`invalid throwOnError`);
if(maxRedirections!=null&&maxRedirections!==0)throw new InvalidArgumentError(`maxRedirections is not supported, use the redirect interceptor`);
if(typeOfService!=null&&(!Number.isInteger(typeOfService)||typeOfService<0||typeOfService>255))throw new InvalidArgumentError(`typeOfService must be an integer between 0 and 255`);
this.headersTimeout=headersTimeout;
this.bodyTimeout=bodyTimeout;
this.method=method;
this.typeOfService=typeOfService;
this.abort=null;
if(body==null)this.body=null;else if(isStream(body)){
this.body=body;
const rState=this.body._readableState;
if(!rState||!rState.autoDestroy){
this.endHandler=function autoDestroy(){
destroy(this)};
this.body.on(`end`,this.endHandler)}
this.errorHandler=err=>{
if(this.abort)this.abort(err);else this.error=err};
this.body.on(`error`,this.errorHandler)}else if(isBuffer(body))this.body=body.byteLength?body:null;else if(ArrayBuffer.isView(body))this.body=body.buffer.byteLength?Buffer.from(body.buffer,body.byteOffset,body.byteLength):null;else if(body instanceof ArrayBuffer)this.body=body.byteLength?Buffer.from(body):null;else if(typeof body===`string`)this.body=body.length?Buffer.from(body):null;else if(isFormDataLike(body)||isIterable(body)||isBlobLike(body))this.body=body;else throw new InvalidArgumentError(`body must be a string, a Buffer, a Readable stream, an iterable, or an async iterable`);
this.completed=false;
this.aborted=false;
this.upgrade=upgrade||null;
this.path=query?serializePathWithQuery(path,query):path;
this.origin=origin;
this.protocol=getProtocolFromUrlString(origin);
this.idempotent=idempotent==null?method===`HEAD`||method===`GET`:idempotent;
this.blocking=blocking??this.method!==`HEAD`;
this.reset=reset==null?null:reset;
this.host=null;
this.contentLength=null;
this.contentType=null;
this.headers=[];
this.expectContinue=expectContinue!=null?expectContinue:false;
if(Array.isArray(headers)){
if(headers.length%2!==0)throw new InvalidArgumentError(`headers array must be even`);
for(let i=0;i<headers.length;i+=2)processHeader(this,headers[i],headers[i+1])}else if(headers&&typeof headers===`object`){
if(hasSafeIterator(headers))for(const header of headers){
if(!Array.isArray(header)||header.length!==2)throw new InvalidArgumentError(`headers must be in key-value pair format`);
processHeader(this,header[0],header[1])}else{
const keys=Object.keys(headers);
for(let i=0;i<keys.length;++i)processHeader(this,keys[i],headers[keys[i]])}}else if(headers!=null)throw new InvalidArgumentError(`headers must be an object or an array`);
assertRequestHandler(handler,method,upgrade);
this.servername=servername||getServerName(this.host)||null;
this[kHandler]=handler;
if(channels.create.hasSubscribers)channels.create.publish({request:this})}onBodySent(chunk){
if(channels.bodyChunkSent.hasSubscribers)channels.bodyChunkSent.publish({request:this,chunk});
if(this[kHandler].onBodySent)try{
return this[kHandler].onBodySent(chunk)}catch(err){
this.abort(err)}}onRequestSent(){
if(channels.bodySent.hasSubscribers)channels.bodySent.publish({request:this});
if(this[kHandler].onRequestSent)try{
return this[kHandler].onRequestSent()}catch(err){
this.abort(err)}}onConnect(abort){
assert(!this.aborted);
assert(!this.completed);
if(this.error)abort(this.error);else{
this.abort=abort;
return this[kHandler].onConnect(abort)}}onResponseStarted(){
return this[kHandler].onResponseStarted?.()}onHeaders(statusCode,headers,resume,statusText){
assert(!this.aborted);
assert(!this.completed);
if(channels.headers.hasSubscribers)channels.headers.publish({request:this,response:{statusCode,headers,statusText}});
try{
return this[kHandler].onHeaders(statusCode,headers,resume,statusText)}catch(err){
this.abort(err)}}onData(chunk){
assert(!this.aborted);
assert(!this.completed);
if(channels.bodyChunkReceived.hasSubscribers)channels.bodyChunkReceived.publish({request:this,chunk});
try{
return this[kHandler].onData(chunk)}catch(err){
this.abort(err);
return false}}onUpgrade(statusCode,headers,socket,statusText=``){
this.onFinally();
assert(!this.aborted);
assert(!this.completed);
if(channels.headers.hasSubscribers)channels.headers.publish({request:this,response:{statusCode,headers,statusText}});
const result=this[kHandler].onUpgrade(statusCode,headers,socket);
if(!this.aborted){
this.completed=true;
if(channels.trailers.hasSubscribers)channels.trailers.publish({request:this,trailers:[]})}
return result}onComplete(trailers){
this.onFinally();
assert(!this.aborted);
assert(!this.completed);
this.completed=true;
if(channels.trailers.hasSubscribers)channels.trailers.publish({request:this,trailers});
try{
return this[kHandler].onComplete(trailers)}catch(err){
this.onError(err)}}onError(error){
this.onFinally();
if(channels.error.hasSubscribers)channels.error.publish({request:this,error});
if(this.aborted)return;
this.aborted=true;
return this[kHandler].onError(error)}onFinally(){
if(this.errorHandler){
this.body.off(`error`,this.errorHandler);
this.errorHandler=null}
if(this.endHandler){
this.body.off(`end`,this.endHandler);
this.endHandler=null}}addHeader(key,value){
processHeader(this,key,value);
return this}};
function processHeader(request,key,val){
if(val&&typeof val===`object`&&!Array.isArray(val))throw new InvalidArgumentError(`invalid ${key} header`);else if(val===void 0)return;
let headerName=headerNameLowerCasedRecord[key];
if(headerName===void 0){
headerName=key.toLowerCase();
if(headerNameLowerCasedRecord[headerName]===void 0&&!isValidHTTPToken(headerName))throw new InvalidArgumentError(`invalid header key`)}
if(Array.isArray(val)){
const arr=[];
for(let i=0;i<val.length;i++)if(typeof val[i]===`string`){
if(!isValidHeaderValue(val[i]))throw new InvalidArgumentError(`invalid ${key} header`);
arr.push(val[i])}else if(val[i]===null)arr.push(``);else if(typeof val[i]===`object`)throw new InvalidArgumentError(`invalid ${key} header`);else{
const str=`${val[i]}`;
if(!isValidHeaderValue(str))throw new InvalidArgumentError(`invalid ${key} header`);
arr.push(str)}
val=arr}else if(typeof val===`string`){
if(!isValidHeaderValue(val))throw new InvalidArgumentError(`invalid ${key} header`)}else if(val===null)val=``;else{
val=`${val}`;
if(!isValidHeaderValue(val))throw new InvalidArgumentError(`invalid ${key} header`)}
if(headerName===`host`){
if(request.host!==null)throw new InvalidArgumentError(`duplicate host header`);
if(typeof val!==`string`)throw new InvalidArgumentError(`invalid host header`);
request.host=val}else if(headerName===`content-length`){
if(request.contentLength!==null)throw new InvalidArgumentError(`duplicate content-length header`);
if(!isValidContentLengthHeaderValue(val))throw new InvalidArgumentError(`invalid content-length header`);
request.contentLength=parseInt(val,10)}else if(request.contentType===null&&headerName===`content-type`){
request.contentType=val;
request.headers.push(key,val)}else if(headerName===`transfer-encoding`||headerName===`keep-alive`||headerName===`upgrade`)throw new InvalidArgumentError(`invalid ${headerName} header`);else if(headerName===`connection`){
const value=typeof val===`string`?val:null;
if(value===null)throw new InvalidArgumentError(`invalid connection header`);
for(const token of value.toLowerCase().split(`,`)){
const trimmed=token.trim();
if(!isValidHTTPToken(trimmed))throw new InvalidArgumentError(`invalid connection header`);
if(trimmed===`close`)request.reset=true}}else if(headerName===`expect`)throw new NotSupportedError(`expect header not supported`);else request.headers.push(key,val)}
module.exports=Request}));
var require_connect=__commonJSMin(((exports,module)=>{
const net=__require(`node:net`);
const assert=__require(`node:assert`);
const util=require_util$1();
const{InvalidArgumentError}=require_errors();
let tls;
const SessionCache=class WeakSessionCache{constructor(maxCachedSessions){
this._maxCachedSessions=maxCachedSessions;
this._sessionCache=new Map;
this._sessionRegistry=new FinalizationRegistry(key=>{
if(this._sessionCache.size<this._maxCachedSessions)return;
const ref=this._sessionCache.get(key);
if(ref!==void 0&&ref.deref()===void 0)this._sessionCache.delete(key)})}get(sessionKey){
const ref=this._sessionCache.get(sessionKey);
return ref?ref.deref():null}set(sessionKey,session){
if(this._maxCachedSessions===0)return;
if(this._sessionCache.has(sessionKey))this._sessionCache.delete(sessionKey);else if(this._sessionCache.size>=this._maxCachedSessions){
let evicted=false;
for(const[key,ref]of this._sessionCache)if(ref.deref()===void 0){
this._sessionCache.delete(key);
evicted=true;
break}
if(!evicted){
const oldest=this._sessionCache.keys().next();
if(!oldest.done)this._sessionCache.delete(oldest.value)}}
this._sessionCache.set(sessionKey,new WeakRef(session));
this._sessionRegistry.register(session,sessionKey)}};
function buildConnector({allowH2,useH2c,maxCachedSessions,socketPath,timeout,session:customSession,...opts}){
if(maxCachedSessions!=null&&(!Number.isInteger(maxCachedSessions)||maxCachedSessions<0))throw new InvalidArgumentError(`maxCachedSessions must be a positive integer or zero`);
const options={path:socketPath,...opts};
const sessionCache=new SessionCache(maxCachedSessions==null?100:maxCachedSessions);
timeout=timeout==null?1e4:timeout;
allowH2=allowH2!=null?allowH2:false;
return function connect({hostname,host,protocol,port,servername,localAddress,httpSocket},callback){
let socket;
if(protocol===`https:`){
if(!tls)tls=__require(`node:tls`);
servername=servername||options.servername||util.getServerName(host)||null;
const sessionKey=servername||hostname;
assert(sessionKey);
const session=customSession||sessionCache.get(sessionKey)||null;
port=port||443;
socket=tls.connect({highWaterMark:16384,...options,servername,session,localAddress,ALPNProtocols:allowH2?[`http/1.1`,`h2`]:[`http/1.1`],socket:httpSocket,port,host:hostname});
socket.on(`session`,function(session){
sessionCache.set(sessionKey,session)})}else{
assert(!httpSocket,`httpSocket can only be sent on TLS update`);
port=port||80;
socket=net.connect({highWaterMark:65536,...options,localAddress,port,host:hostname});
if(useH2c===true)socket.alpnProtocol=`h2`}
if(options.keepAlive==null||options.keepAlive){
const keepAliveInitialDelay=options.keepAliveInitialDelay===void 0?6e4:options.keepAliveInitialDelay;
socket.setKeepAlive(true,keepAliveInitialDelay)}
const clearConnectTimeout=util.setupConnectTimeout(new WeakRef(socket),{timeout,hostname,port});
socket.setNoDelay(true).once(protocol===`https:`?`secureConnect`:`connect`,function(){
queueMicrotask(clearConnectTimeout);
if(callback){
const cb=callback;
callback=null;
cb(null,this)}}).on(`error`,function(err){
queueMicrotask(clearConnectTimeout);
if(callback){
const cb=callback;
callback=null;
cb(err)}});
return socket}}
module.exports=buildConnector}));
var require_utils=__commonJSMin((exports=>{
Object.defineProperty(exports,"__esModule",{value:true});
exports.enumToMap=enumToMap;
function enumToMap(obj,filter=[],exceptions=[]){
const emptyFilter=(filter?.length??0)===0;
const emptyExceptions=(exceptions?.length??0)===0;
return Object.fromEntries(Object.entries(obj).filter(([,value])=>{
return typeof value===`number`&&(emptyFilter||filter.includes(value))&&(emptyExceptions||!exceptions.includes(value))}))}}));
var require_constants$1=__commonJSMin((exports=>{
Object.defineProperty(exports,"__esModule",{value:true});
exports.SPECIAL_HEADERS=exports.MINOR=exports.MAJOR=exports.HTAB_SP_VCHAR_OBS_TEXT=exports.QUOTED_STRING=exports.CONNECTION_TOKEN_CHARS=exports.HEADER_CHARS=exports.TOKEN=exports.HEX=exports.URL_CHAR=exports.USERINFO_CHARS=exports.MARK=exports.ALPHANUM=exports.NUM=exports.HEX_MAP=exports.NUM_MAP=exports.ALPHA=exports.STATUSES_HTTP=exports.H_METHOD_MAP=exports.METHOD_MAP=exports.METHODS_RTSP=exports.METHODS_ICE=exports.METHODS_HTTP=exports.HEADER_STATE=exports.FINISH=exports.STATUSES=exports.METHODS=exports.LENIENT_FLAGS=exports.FLAGS=exports.TYPE=exports.ERROR=void 0;
const utils_1=require_utils();
exports.ERROR={OK:0,INTERNAL:1,STRICT:2,CR_EXPECTED:25,LF_EXPECTED:3,UNEXPECTED_CONTENT_LENGTH:4,UNEXPECTED_SPACE:30,CLOSED_CONNECTION:5,INVALID_METHOD:6,INVALID_URL:7,INVALID_CONSTANT:8,INVALID_VERSION:9,INVALID_HEADER_TOKEN:10,INVALID_CONTENT_LENGTH:11,INVALID_CHUNK_SIZE:12,INVALID_STATUS:13,INVALID_EOF_STATE:14,INVALID_TRANSFER_ENCODING:15,CB_MESSAGE_BEGIN:16,CB_HEADERS_COMPLETE:17,CB_MESSAGE_COMPLETE:18,CB_CHUNK_HEADER:19,CB_CHUNK_COMPLETE:20,PAUSED:21,PAUSED_UPGRADE:22,PAUSED_H2_UPGRADE:23,USER:24,CB_URL_COMPLETE:26,CB_STATUS_COMPLETE:27,CB_METHOD_COMPLETE:32,CB_VERSION_COMPLETE:33,CB_HEADER_FIELD_COMPLETE:28,CB_HEADER_VALUE_COMPLETE:29,CB_CHUNK_EXTENSION_NAME_COMPLETE:34,CB_CHUNK_EXTENSION_VALUE_COMPLETE:35,CB_RESET:31,CB_PROTOCOL_COMPLETE:38};
exports.TYPE={BOTH:0,REQUEST:1,RESPONSE:2};
exports.FLAGS={CONNECTION_KEEP_ALIVE:1,CONNECTION_CLOSE:2,CONNECTION_UPGRADE:4,CHUNKED:8,UPGRADE:16,CONTENT_LENGTH:32,SKIPBODY:64,TRAILING:128,TRANSFER_ENCODING:512};
exports.LENIENT_FLAGS={HEADERS:1,CHUNKED_LENGTH:2,KEEP_ALIVE:4,TRANSFER_ENCODING:8,VERSION:16,DATA_AFTER_CLOSE:32,OPTIONAL_LF_AFTER_CR:64,OPTIONAL_CRLF_AFTER_CHUNK:128,OPTIONAL_CR_BEFORE_LF:256,SPACES_AFTER_CHUNK_SIZE:512};
exports.METHODS={"DELETE":0,"GET":1,"HEAD":2,"POST":3,"PUT":4,"CONNECT":5,"OPTIONS":6,"TRACE":7,"COPY":8,"LOCK":9,"MKCOL":10,"MOVE":11,"PROPFIND":12,"PROPPATCH":13,"SEARCH":14,"UNLOCK":15,"BIND":16,"REBIND":17,"UNBIND":18,"ACL":19,"REPORT":20,"MKACTIVITY":21,"CHECKOUT":22,"MERGE":23,"M-SEARCH":24,"NOTIFY":25,"SUBSCRIBE":26,"UNSUBSCRIBE":27,"PATCH":28,"PURGE":29,"MKCALENDAR":30,"LINK":31,"UNLINK":32,"SOURCE":33,"PRI":34,"DESCRIBE":35,"ANNOUNCE":36,"SETUP":37,"PLAY":38,"PAUSE":39,"TEARDOWN":40,"GET_PARAMETER":41,"SET_PARAMETER":42,"REDIRECT":43,"RECORD":44,"FLUSH":45,"QUERY":46};
exports.STATUSES={CONTINUE:100,SWITCHING_PROTOCOLS:101,PROCESSING:102,EARLY_HINTS:103,RESPONSE_IS_STALE:110,REVALIDATION_FAILED:111,DISCONNECTED_OPERATION:112,HEURISTIC_EXPIRATION:113,MISCELLANEOUS_WARNING:199,OK:200,CREATED:201,ACCEPTED:202,NON_AUTHORITATIVE_INFORMATION:203,NO_CONTENT:204,RESET_CONTENT:205,PARTIAL_CONTENT:206,MULTI_STATUS:207,ALREADY_REPORTED:208,TRANSFORMATION_APPLIED:214,IM_USED:226,MISCELLANEOUS_PERSISTENT_WARNING:299,MULTIPLE_CHOICES:300,MOVED_PERMANENTLY:301,FOUND:302,SEE_OTHER:303,NOT_MODIFIED:304,USE_PROXY:305,SWITCH_PROXY:306,TEMPORARY_REDIRECT:307,PERMANENT_REDIRECT:308,BAD_REQUEST:400,UNAUTHORIZED:401,PAYMENT_REQUIRED:402,FORBIDDEN:403,NOT_FOUND:404,METHOD_NOT_ALLOWED:405,NOT_ACCEPTABLE:406,PROXY_AUTHENTICATION_REQUIRED:407,REQUEST_TIMEOUT:408,CONFLICT:409,GONE:410,LENGTH_REQUIRED:411,PRECONDITION_FAILED:412,PAYLOAD_TOO_LARGE:413,URI_TOO_LONG:414,UNSUPPORTED_MEDIA_TYPE:415,RANGE_NOT_SATISFIABLE:416,EXPECTATION_FAILED:417,IM_A_TEAPOT:418,PAGE_EXPIRED:419,ENHANCE_YOUR_CALM:420,MISDIRECTED_REQUEST:421,UNPROCESSABLE_ENTITY:422,LOCKED:423,FAILED_DEPENDENCY:424,TOO_EARLY:425,UPGRADE_REQUIRED:426,PRECONDITION_REQUIRED:428,TOO_MANY_REQUESTS:429,REQUEST_HEADER_FIELDS_TOO_LARGE_UNOFFICIAL:430,REQUEST_HEADER_FIELDS_TOO_LARGE:431,LOGIN_TIMEOUT:440,NO_RESPONSE:444,RETRY_WITH:449,BLOCKED_BY_PARENTAL_CONTROL:450,UNAVAILABLE_FOR_LEGAL_REASONS:451,CLIENT_CLOSED_LOAD_BALANCED_REQUEST:460,INVALID_X_FORWARDED_FOR:463,REQUEST_HEADER_TOO_LARGE:494,SSL_CERTIFICATE_ERROR:495,SSL_CERTIFICATE_REQUIRED:496,HTTP_REQUEST_SENT_TO_HTTPS_PORT:497,INVALID_TOKEN:498,CLIENT_CLOSED_REQUEST:499,INTERNAL_SERVER_ERROR:500,NOT_IMPLEMENTED:501,BAD_GATEWAY:502,SERVICE_UNAVAILABLE:503,GATEWAY_TIMEOUT:504,HTTP_VERSION_NOT_SUPPORTED:505,VARIANT_ALSO_NEGOTIATES:506,INSUFFICIENT_STORAGE:507,LOOP_DETECTED:508,BANDWIDTH_LIMIT_EXCEEDED:509,NOT_EXTENDED:510,NETWORK_AUTHENTICATION_REQUIRED:511,WEB_SERVER_UNKNOWN_ERROR:520,WEB_SERVER_IS_DOWN:521,CONNECTION_TIMEOUT:522,ORIGIN_IS_UNREACHABLE:523,TIMEOUT_OCCURED:524,SSL_HANDSHAKE_FAILED:525,INVALID_SSL_CERTIFICATE:526,RAILGUN_ERROR:527,SITE_IS_OVERLOADED:529,SITE_IS_FROZEN:530,IDENTITY_PROVIDER_AUTHENTICATION_ERROR:561,NETWORK_READ_TIMEOUT:598,NETWORK_CONNECT_TIMEOUT:599};
exports.FINISH={SAFE:0,SAFE_WITH_CB:1,UNSAFE:2};
exports.HEADER_STATE={GENERAL:0,CONNECTION:1,CONTENT_LENGTH:2,TRANSFER_ENCODING:3,UPGRADE:4,CONNECTION_KEEP_ALIVE:5,CONNECTION_CLOSE:6,CONNECTION_UPGRADE:7,TRANSFER_ENCODING_CHUNKED:8};
exports.METHODS_HTTP=[exports.METHODS.DELETE,exports.METHODS.GET,exports.METHODS.HEAD,exports.METHODS.POST,exports.METHODS.PUT,exports.METHODS.CONNECT,exports.METHODS.OPTIONS,exports.METHODS.TRACE,exports.METHODS.COPY,exports.METHODS.LOCK,exports.METHODS.MKCOL,exports.METHODS.MOVE,exports.METHODS.PROPFIND,exports.METHODS.PROPPATCH,exports.METHODS.SEARCH,exports.METHODS.UNLOCK,exports.METHODS.BIND,exports.METHODS.REBIND,exports.METHODS.UNBIND,exports.METHODS.ACL,exports.METHODS.REPORT,exports.METHODS.MKACTIVITY,exports.METHODS.CHECKOUT,exports.METHODS.MERGE,exports.METHODS[`M-SEARCH`],exports.METHODS.NOTIFY,exports.METHODS.SUBSCRIBE,exports.METHODS.UNSUBSCRIBE,exports.METHODS.PATCH,exports.METHODS.PURGE,exports.METHODS.MKCALENDAR,exports.METHODS.LINK,exports.METHODS.UNLINK,exports.METHODS.PRI,exports.METHODS.SOURCE,exports.METHODS.QUERY];
exports.METHODS_ICE=[exports.METHODS.SOURCE];
exports.METHODS_RTSP=[exports.METHODS.OPTIONS,exports.METHODS.DESCRIBE,exports.METHODS.ANNOUNCE,exports.METHODS.SETUP,exports.METHODS.PLAY,exports.METHODS.PAUSE,exports.METHODS.TEARDOWN,exports.METHODS.GET_PARAMETER,exports.METHODS.SET_PARAMETER,exports.METHODS.REDIRECT,exports.METHODS.RECORD,exports.METHODS.FLUSH,exports.METHODS.GET,exports.METHODS.POST];
exports.METHOD_MAP=(0,utils_1.enumToMap)(exports.METHODS);
exports.H_METHOD_MAP=Object.fromEntries(Object.entries(exports.METHODS).filter(([k])=>k.startsWith(`H`)));
exports.STATUSES_HTTP=[exports.STATUSES.CONTINUE,exports.STATUSES.SWITCHING_PROTOCOLS,exports.STATUSES.PROCESSING,exports.STATUSES.EARLY_HINTS,exports.STATUSES.RESPONSE_IS_STALE,exports.STATUSES.REVALIDATION_FAILED,exports.STATUSES.DISCONNECTED_OPERATION,exports.STATUSES.HEURISTIC_EXPIRATION,exports.STATUSES.MISCELLANEOUS_WARNING,exports.STATUSES.OK,exports.STATUSES.CREATED,exports.STATUSES.ACCEPTED,exports.STATUSES.NON_AUTHORITATIVE_INFORMATION,exports.STATUSES.NO_CONTENT,exports.STATUSES.RESET_CONTENT,exports.STATUSES.PARTIAL_CONTENT,exports.STATUSES.MULTI_STATUS,exports.STATUSES.ALREADY_REPORTED,exports.STATUSES.TRANSFORMATION_APPLIED,exports.STATUSES.IM_USED,exports.STATUSES.MISCELLANEOUS_PERSISTENT_WARNING,exports.STATUSES.MULTIPLE_CHOICES,exports.STATUSES.MOVED_PERMANENTLY,exports.STATUSES.FOUND,exports.STATUSES.SEE_OTHER,exports.STATUSES.NOT_MODIFIED,exports.STATUSES.USE_PROXY,exports.STATUSES.SWITCH_PROXY,exports.STATUSES.TEMPORARY_REDIRECT,exports.STATUSES.PERMANENT_REDIRECT,exports.STATUSES.BAD_REQUEST,exports.STATUSES.UNAUTHORIZED,exports.STATUSES.PAYMENT_REQUIRED,exports.STATUSES.FORBIDDEN,exports.STATUSES.NOT_FOUND,exports.STATUSES.METHOD_NOT_ALLOWED,exports.STATUSES.NOT_ACCEPTABLE,exports.STATUSES.PROXY_AUTHENTICATION_REQUIRED,exports.STATUSES.REQUEST_TIMEOUT,exports.STATUSES.CONFLICT,exports.STATUSES.GONE,exports.STATUSES.LENGTH_REQUIRED,exports.STATUSES.PRECONDITION_FAILED,exports.STATUSES.PAYLOAD_TOO_LARGE,exports.STATUSES.URI_TOO_LONG,exports.STATUSES.UNSUPPORTED_MEDIA_TYPE,exports.STATUSES.RANGE_NOT_SATISFIABLE,exports.STATUSES.EXPECTATION_FAILED,exports.STATUSES.IM_A_TEAPOT,exports.STATUSES.PAGE_EXPIRED,exports.STATUSES.ENHANCE_YOUR_CALM,exports.STATUSES.MISDIRECTED_REQUEST,exports.STATUSES.UNPROCESSABLE_ENTITY,exports.STATUSES.LOCKED,exports.STATUSES.FAILED_DEPENDENCY,exports.STATUSES.TOO_EARLY,exports.STATUSES.UPGRADE_REQUIRED,exports.STATUSES.PRECONDITION_REQUIRED,exports.STATUSES.TOO_MANY_REQUESTS,exports.STATUSES.REQUEST_HEADER_FIELDS_TOO_LARGE_UNOFFICIAL,exports.STATUSES.REQUEST_HEADER_FIELDS_TOO_LARGE,exports.STATUSES.LOGIN_TIMEOUT,exports.STATUSES.NO_RESPONSE,exports.STATUSES.RETRY_WITH,exports.STATUSES.BLOCKED_BY_PARENTAL_CONTROL,exports.STATUSES.UNAVAILABLE_FOR_LEGAL_REASONS,exports.STATUSES.CLIENT_CLOSED_LOAD_BALANCED_REQUEST,exports.STATUSES.INVALID_X_FORWARDED_FOR,exports.STATUSES.REQUEST_HEADER_TOO_LARGE,exports.STATUSES.SSL_CERTIFICATE_ERROR,exports.STATUSES.SSL_CERTIFICATE_REQUIRED,exports.STATUSES.HTTP_REQUEST_SENT_TO_HTTPS_PORT,exports.STATUSES.INVALID_TOKEN,exports.STATUSES.CLIENT_CLOSED_REQUEST,exports.STATUSES.INTERNAL_SERVER_ERROR,exports.STATUSES.NOT_IMPLEMENTED,exports.STATUSES.BAD_GATEWAY,exports.STATUSES.SERVICE_UNAVAILABLE,exports.STATUSES.GATEWAY_TIMEOUT,exports.STATUSES.HTTP_VERSION_NOT_SUPPORTED,exports.STATUSES.VARIANT_ALSO_NEGOTIATES,exports.STATUSES.INSUFFICIENT_STORAGE,exports.STATUSES.LOOP_DETECTED,exports.STATUSES.BANDWIDTH_LIMIT_EXCEEDED,exports.STATUSES.NOT_EXTENDED,exports.STATUSES.NETWORK_AUTHENTICATION_REQUIRED,exports.STATUSES.WEB_SERVER_UNKNOWN_ERROR,exports.STATUSES.WEB_SERVER_IS_DOWN,exports.STATUSES.CONNECTION_TIMEOUT,exports.STATUSES.ORIGIN_IS_UNREACHABLE,exports.STATUSES.TIMEOUT_OCCURED,exports.STATUSES.SSL_HANDSHAKE_FAILED,exports.STATUSES.INVALID_SSL_CERTIFICATE,exports.STATUSES.RAILGUN_ERROR,exports.STATUSES.SITE_IS_OVERLOADED,exports.STATUSES.SITE_IS_FROZEN,exports.STATUSES.IDENTITY_PROVIDER_AUTHENTICATION_ERROR,exports.STATUSES.NETWORK_READ_TIMEOUT,exports.STATUSES.NETWORK_CONNECT_TIMEOUT];
exports.ALPHA=[];
for(let i=`A`.charCodeAt(0);i<=`Z`.charCodeAt(0);i++){
exports.ALPHA.push(String.fromCharCode(i));
exports.ALPHA.push(String.fromCharCode(i+32))}
exports.NUM_MAP={0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9};
exports.HEX_MAP={0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9,A:10,B:11,C:12,D:13,E:14,F:15,a:10,b:11,c:12,d:13,e:14,f:15};
exports.NUM=[`0`,`1`,`2`,`3`,`4`,`5`,`6`,`7`,`8`,`9`];
exports.ALPHANUM=exports.ALPHA.concat(exports.NUM);
exports.MARK=[`-`,`_`,`.`,`!`,`~`,`*`,`'`,`(`,`)`];
exports.USERINFO_CHARS=exports.ALPHANUM.concat(exports.MARK).concat([`%`,`;`,`:`,`&`,`=`,`+`,`$`,`,`]);
exports.URL_CHAR=[`!`,`"`,`$`,`%`,`&`,`'`,`(`,`)`,`*`,`+`,`,`,`-`,`.`,`/`,`:`,`;`,`<`,`=`,`>`,`@`,`[`,`\\`,`]`,`^`,`_`,"`",`{`,`|`,`}`,`~`].concat(exports.ALPHANUM);
exports.HEX=exports.NUM.concat([`a`,`b`,`c`,`d`,`e`,`f`,`A`,`B`,`C`,`D`,`E`,`F`]);
exports.TOKEN=[`!`,`#`,`$`,`%`,`&`,`'`,`*`,`+`,`-`,`.`,`^`,`_`,"`",`|`,`~`].concat(exports.ALPHANUM);
exports.HEADER_CHARS=[`	`];
for(let i=32;i<=255;i++)if(i!==127)exports.HEADER_CHARS.push(i);
exports.CONNECTION_TOKEN_CHARS=exports.HEADER_CHARS.filter(c=>c!==44);
exports.QUOTED_STRING=[`	`,` `];
for(let i=33;i<=255;i++)if(i!==34&&i!==92)exports.QUOTED_STRING.push(i);
exports.HTAB_SP_VCHAR_OBS_TEXT=[`	`,` `];
for(let i=33;i<=126;i++)exports.HTAB_SP_VCHAR_OBS_TEXT.push(i);
for(let i=128;i<=255;i++)exports.HTAB_SP_VCHAR_OBS_TEXT.push(i);
exports.MAJOR=exports.NUM_MAP;
exports.MINOR=exports.MAJOR;
exports.SPECIAL_HEADERS={"connection":exports.HEADER_STATE.CONNECTION,"content-length":exports.HEADER_STATE.CONTENT_LENGTH,"proxy-connection":exports.HEADER_STATE.CONNECTION,"transfer-encoding":exports.HEADER_STATE.TRANSFER_ENCODING,"upgrade":exports.HEADER_STATE.UPGRADE};
exports.default={ERROR:exports.ERROR,TYPE:exports.TYPE,FLAGS:exports.FLAGS,LENIENT_FLAGS:exports.LENIENT_FLAGS,METHODS:exports.METHODS,STATUSES:exports.STATUSES,FINISH:exports.FINISH,HEADER_STATE:exports.HEADER_STATE,ALPHA:exports.ALPHA,NUM_MAP:exports.NUM_MAP,HEX_MAP:exports.HEX_MAP,NUM:exports.NUM,ALPHANUM:exports.ALPHANUM,MARK:exports.MARK,USERINFO_CHARS:exports.USERINFO_CHARS,URL_CHAR:exports.URL_CHAR,HEX:exports.HEX,TOKEN:exports.TOKEN,HEADER_CHARS:exports.HEADER_CHARS,CONNECTION_TOKEN_CHARS:exports.CONNECTION_TOKEN_CHARS,QUOTED_STRING:exports.QUOTED_STRING,HTAB_SP_VCHAR_OBS_TEXT:exports.HTAB_SP_VCHAR_OBS_TEXT,MAJOR:exports.MAJOR,MINOR:exports.MINOR,SPECIAL_HEADERS:exports.SPECIAL_HEADERS,METHODS_HTTP:exports.METHODS_HTTP,METHODS_ICE:exports.METHODS_ICE,METHODS_RTSP:exports.METHODS_RTSP,METHOD_MAP:exports.METHOD_MAP,H_METHOD_MAP:exports.H_METHOD_MAP,STATUSES_HTTP:exports.STATUSES_HTTP}}));
var require_llhttp_wasm=__commonJSMin(((exports,module)=>{
const{Buffer}=__require(`node:buffer`);
const wasmBase64=`AGFzbQEAAAABJwdgAX8Bf2ADf39/AX9gAn9/AGABfwBgBH9/f38Bf2AAAGADf39/AALLAQgDZW52GHdhc21fb25faGVhZGVyc19jb21wbGV0ZQAEA2VudhV3YXNtX29uX21lc3NhZ2VfYmVnaW4AAANlbnYLd2FzbV9vbl91cmwAAQNlbnYOd2FzbV9vbl9zdGF0dXMAAQNlbnYUd2FzbV9vbl9oZWFkZXJfZmllbGQAAQNlbnYUd2FzbV9vbl9oZWFkZXJfdmFsdWUAAQNlbnYMd2FzbV9vbl9ib2R5AAEDZW52GHdhc21fb25fbWVzc2FnZV9jb21wbGV0ZQAAAzU0BQYAAAMAAAAAAAADAQMAAwMDAAACAAAAAAICAgICAgICAgIBAQEBAQEBAQEBAwAAAwAAAAQFAXABExMFAwEAAgYIAX8BQcDZBAsHxQcoBm1lbW9yeQIAC19pbml0aWFsaXplAAgZX19pbmRpcmVjdF9mdW5jdGlvbl90YWJsZQEAC2xsaHR0cF9pbml0AAkYbGxodHRwX3Nob3VsZF9rZWVwX2FsaXZlADcMbGxodHRwX2FsbG9jAAsGbWFsbG9jADkLbGxodHRwX2ZyZWUADARmcmVlAAwPbGxodHRwX2dldF90eXBlAA0VbGxodHRwX2dldF9odHRwX21ham9yAA4VbGxodHRwX2dldF9odHRwX21pbm9yAA8RbGxodHRwX2dldF9tZXRob2QAEBZsbGh0dHBfZ2V0X3N0YXR1c19jb2RlABESbGxodHRwX2dldF91cGdyYWRlABIMbGxodHRwX3Jlc2V0ABMObGxodHRwX2V4ZWN1dGUAFBRsbGh0dHBfc2V0dGluZ3NfaW5pdAAVDWxsaHR0cF9maW5pc2gAFgxsbGh0dHBfcGF1c2UAFw1sbGh0dHBfcmVzdW1lABgbbGxodHRwX3Jlc3VtZV9hZnRlcl91cGdyYWRlABkQbGxodHRwX2dldF9lcnJubwAaF2xsaHR0cF9nZXRfZXJyb3JfcmVhc29uABsXbGxodHRwX3NldF9lcnJvcl9yZWFzb24AHBRsbGh0dHBfZ2V0X2Vycm9yX3BvcwAdEWxsaHR0cF9lcnJub19uYW1lAB4SbGxodHRwX21ldGhvZF9uYW1lAB8SbGxodHRwX3N0YXR1c19uYW1lACAabGxodHRwX3NldF9sZW5pZW50X2hlYWRlcnMAISFsbGh0dHBfc2V0X2xlbmllbnRfY2h1bmtlZF9sZW5ndGgAIh1sbGh0dHBfc2V0X2xlbmllbnRfa2VlcF9hbGl2ZQAjJGxsaHR0cF9zZXRfbGVuaWVudF90cmFuc2Zlcl9lbmNvZGluZwAkGmxsaHR0cF9zZXRfbGVuaWVudF92ZXJzaW9uACUjbGxodHRwX3NldF9sZW5pZW50X2RhdGFfYWZ0ZXJfY2xvc2UAJidsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfbGZfYWZ0ZXJfY3IAJyxsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfY3JsZl9hZnRlcl9jaHVuawAoKGxsaHR0cF9zZXRfbGVuaWVudF9vcHRpb25hbF9jcl9iZWZvcmVfbGYAKSpsbGh0dHBfc2V0X2xlbmllbnRfc3BhY2VzX2FmdGVyX2NodW5rX3NpemUAKhhsbGh0dHBfbWVzc2FnZV9uZWVkc19lb2YANgkYAQBBAQsSAQIDBAUKBgcyNDMuKy8tLDAxCq/ZAjQWAEHA1QAoAgAEQAALQcDVAEEBNgIACxQAIAAQOCAAIAI2AjggACABOgAoCxQAIAAgAC8BNCAALQAwIAAQNxAACx4BAX9BwAAQOiIBEDggAUGACDYCOCABIAA6ACggAQuPDAEHfwJAIABFDQAgAEEIayIBIABBBGsoAgAiAEF4cSIEaiEFAkAgAEEBcQ0AIABBA3FFDQEgASABKAIAIgBrIgFB1NUAKAIASQ0BIAAgBGohBAJAAkBB2NUAKAIAIAFHBEAgAEH/AU0EQCAAQQN2IQMgASgCCCIAIAEoAgwiAkYEQEHE1QBBxNUAKAIAQX4gA3dxNgIADAULIAIgADYCCCAAIAI2AgwMBAsgASgCGCEGIAEgASgCDCIARwRAIAAgASgCCCICNgIIIAIgADYCDAwDCyABQRRqIgMoAgAiAkUEQCABKAIQIgJFDQIgAUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSgCBCIAQQNxQQNHDQIgBSAAQX5xNgIEQczVACAENgIAIAUgBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgASgCHCICQQJ0QfTXAGoiAygCACABRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAFGG2ogADYCACAARQ0BCyAAIAY2AhggASgCECICBEAgACACNgIQIAIgADYCGAsgAUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBU8NACAFKAIEIgBBAXFFDQACQAJAAkACQCAAQQJxRQRAQdzVACgCACAFRgRAQdzVACABNgIAQdDVAEHQ1QAoAgAgBGoiADYCACABIABBAXI2AgQgAUHY1QAoAgBHDQZBzNUAQQA2AgBB2NUAQQA2AgAMBgtB2NUAKAIAIAVGBEBB2NUAIAE2AgBBzNUAQczVACgCACAEaiIANgIAIAEgAEEBcjYCBCAAIAFqIAA2AgAMBgsgAEF4cSAEaiEEIABB/wFNBEAgAEEDdiEDIAUoAggiACAFKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwFCyACIAA2AgggACACNgIMDAQLIAUoAhghBiAFIAUoAgwiAEcEQEHU1QAoAgAaIAAgBSgCCCICNgIIIAIgADYCDAwDCyAFQRRqIgMoAgAiAkUEQCAFKAIQIgJFDQIgBUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSAAQX5xNgIEIAEgBGogBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgBSgCHCICQQJ0QfTXAGoiAygCACAFRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAVGG2ogADYCACAARQ0BCyAAIAY2AhggBSgCECICBEAgACACNgIQIAIgADYCGAsgBUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBGogBDYCACABIARBAXI2AgQgAUHY1QAoAgBHDQBBzNUAIAQ2AgAMAQsgBEH/AU0EQCAEQXhxQezVAGohAAJ/QcTVACgCACICQQEgBEEDdnQiA3FFBEBBxNUAIAIgA3I2AgAgAAwBCyAAKAIICyICIAE2AgwgACABNgIIIAEgADYCDCABIAI2AggMAQtBHyECIARB////B00EQCAEQSYgBEEIdmciAGt2QQFxIABBAXRrQT5qIQILIAEgAjYCHCABQgA3AhAgAkECdEH01wBqIQACQEHI1QAoAgAiA0EBIAJ0IgdxRQRAIAAgATYCAEHI1QAgAyAHcjYCACABIAA2AhggASABNgIIIAEgATYCDAwBCyAEQRkgAkEBdmtBACACQR9HG3QhAiAAKAIAIQACQANAIAAiAygCBEF4cSAERg0BIAJBHXYhACACQQF0IQIgAyAAQQRxakEQaiIHKAIAIgANAAsgByABNgIAIAEgAzYCGCABIAE2AgwgASABNgIIDAELIAMoAggiACABNgIMIAMgATYCCCABQQA2AhggASADNgIMIAEgADYCCAtB5NUAQeTVACgCAEEBayIAQX8gABs2AgALCwcAIAAtACgLBwAgAC0AKgsHACAALQArCwcAIAAtACkLBwAgAC8BNAsHACAALQAwC0ABBH8gACgCGCEBIAAvAS4hAiAALQAoIQMgACgCOCEEIAAQOCAAIAQ2AjggACADOgAoIAAgAjsBLiAAIAE2AhgL5YUCAgd/A34gASACaiEEAkAgACIDKAIMIgANACADKAIEBEAgAyABNgIECyMAQRBrIgkkAAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAygCHCICQQJrDvwBAfkBAgMEBQYHCAkKCwwNDg8QERL4ARP3ARQV9gEWF/UBGBkaGxwdHh8g/QH7ASH0ASIjJCUmJygpKivzASwtLi8wMTLyAfEBMzTwAe8BNTY3ODk6Ozw9Pj9AQUJDREVGR0hJSktMTU5P+gFQUVJT7gHtAVTsAVXrAVZXWFla6gFbXF1eX2BhYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8fX5/gAGBAYIBgwGEAYUBhgGHAYgBiQGKAYsBjAGNAY4BjwGQAZEBkgGTAZQBlQGWAZcBmAGZAZoBmwGcAZ0BngGfAaABoQGiAaMBpAGlAaYBpwGoAakBqgGrAawBrQGuAa8BsAGxAbIBswG0AbUBtgG3AbgBuQG6AbsBvAG9Ab4BvwHAAcEBwgHDAcQBxQHGAccByAHJAcoBywHMAc0BzgHpAegBzwHnAdAB5gHRAdIB0wHUAeUB1QHWAdcB2AHZAdoB2wHcAd0B3gHfAeAB4QHiAeMBAPwBC0EADOMBC0EODOIBC0ENDOEBC0EPDOABC0EQDN8BC0ETDN4BC0EUDN0BC0EVDNwBC0EWDNsBC0EXDNoBC0EYDNkBC0EZDNgBC0EaDNcBC0EbDNYBC0EcDNUBC0EdDNQBC0EeDNMBC0EfDNIBC0EgDNEBC0EhDNABC0EIDM8BC0EiDM4BC0EkDM0BC0EjDMwBC0EHDMsBC0ElDMoBC0EmDMkBC0EnDMgBC0EoDMcBC0ESDMYBC0ERDMUBC0EpDMQBC0EqDMMBC0ErDMIBC0EsDMEBC0HeAQzAAQtBLgy/AQtBLwy+AQtBMAy9AQtBMQy8AQtBMgy7AQtBMwy6AQtBNAy5AQtB3wEMuAELQTUMtwELQTkMtgELQQwMtQELQTYMtAELQTcMswELQTgMsgELQT4MsQELQToMsAELQeABDK8BC0ELDK4BC0E/DK0BC0E7DKwBC0EKDKsBC0E8DKoBC0E9DKkBC0HhAQyoAQtBwQAMpwELQcAADKYBC0HCAAylAQtBCQykAQtBLQyjAQtBwwAMogELQcQADKEBC0HFAAygAQtBxgAMnwELQccADJ4BC0HIAAydAQtByQAMnAELQcoADJsBC0HLAAyaAQtBzAAMmQELQc0ADJgBC0HOAAyXAQtBzwAMlgELQdAADJUBC0HRAAyUAQtB0gAMkwELQdMADJIBC0HVAAyRAQtB1AAMkAELQdYADI8BC0HXAAyOAQtB2AAMjQELQdkADIwBC0HaAAyLAQtB2wAMigELQdwADIkBC0HdAAyIAQtB3gAMhwELQd8ADIYBC0HgAAyFAQtB4QAMhAELQeIADIMBC0HjAAyCAQtB5AAMgQELQeUADIABC0HiAQx/C0HmAAx+C0HnAAx9C0EGDHwLQegADHsLQQUMegtB6QAMeQtBBAx4C0HqAAx3C0HrAAx2C0HsAAx1C0HtAAx0C0EDDHMLQe4ADHILQe8ADHELQfAADHALQfIADG8LQfEADG4LQfMADG0LQfQADGwLQfUADGsLQfYADGoLQQIMaQtB9wAMaAtB+AAMZwtB+QAMZgtB+gAMZQtB+wAMZAtB/AAMYwtB/QAMYgtB/gAMYQtB/wAMYAtBgAEMXwtBgQEMXgtBggEMXQtBgwEMXAtBhAEMWwtBhQEMWgtBhgEMWQtBhwEMWAtBiAEMVwtBiQEMVgtBigEMVQtBiwEMVAtBjAEMUwtBjQEMUgtBjgEMUQtBjwEMUAtBkAEMTwtBkQEMTgtBkgEMTQtBkwEMTAtBlAEMSwtBlQEMSgtBlgEMSQtBlwEMSAtBmAEMRwtBmQEMRgtBmgEMRQtBmwEMRAtBnAEMQwtBnQEMQgtBngEMQQtBnwEMQAtBoAEMPwtBoQEMPgtBogEMPQtBowEMPAtBpAEMOwtBpQEMOgtBpgEMOQtBpwEMOAtBqAEMNwtBqQEMNgtBqgEMNQtBqwEMNAtBrAEMMwtBrQEMMgtBrgEMMQtBrwEMMAtBsAEMLwtBsQEMLgtBsgEMLQtBswEMLAtBtAEMKwtBtQEMKgtBtgEMKQtBtwEMKAtBuAEMJwtBuQEMJgtBugEMJQtBuwEMJAtBvAEMIwtBvQEMIgtBvgEMIQtBvwEMIAtBwAEMHwtBwQEMHgtBwgEMHQtBAQwcC0HDAQwbC0HEAQwaC0HFAQwZC0HGAQwYC0HHAQwXC0HIAQwWC0HJAQwVC0HKAQwUC0HLAQwTC0HMAQwSC0HNAQwRC0HOAQwQC0HPAQwPC0HQAQwOC0HRAQwNC0HSAQwMC0HTAQwLC0HUAQwKC0HVAQwJC0HWAQwIC0HjAQwHC0HXAQwGC0HYAQwFC0HZAQwEC0HaAQwDC0HbAQwCC0HdAQwBC0HcAQshAgNAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCADAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQAJ/AkACQAJAAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAMCfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAg7jAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEjJCUnKCmeA5sDmgORA4oDgwOAA/0C+wL4AvIC8QLvAu0C6ALnAuYC5QLkAtwC2wLaAtkC2ALXAtYC1QLPAs4CzALLAsoCyQLIAscCxgLEAsMCvgK8AroCuQK4ArcCtgK1ArQCswKyArECsAKuAq0CqQKoAqcCpgKlAqQCowKiAqECoAKfApgCkAKMAosCigKBAv4B/QH8AfsB+gH5AfgB9wH1AfMB8AHrAekB6AHnAeYB5QHkAeMB4gHhAeAB3wHeAd0B3AHaAdkB2AHXAdYB1QHUAdMB0gHRAdABzwHOAc0BzAHLAcoByQHIAccBxgHFAcQBwwHCAcEBwAG/Ab4BvQG8AbsBugG5AbgBtwG2AbUBtAGzAbIBsQGwAa8BrgGtAawBqwGqAakBqAGnAaYBpQGkAaMBogGfAZ4BmQGYAZcBlgGVAZQBkwGSAZEBkAGPAY0BjAGHAYYBhQGEAYMBggF9fHt6eXZ1dFBRUlNUVQsgASAERw1yQf0BIQIMvgMLIAEgBEcNmAFB2wEhAgy9AwsgASAERw3xAUGOASECDLwDCyABIARHDfwBQYQBIQIMuwMLIAEgBEcNigJB/wAhAgy6AwsgASAERw2RAkH9ACECDLkDCyABIARHDZQCQfsAIQIMuAMLIAEgBEcNHkEeIQIMtwMLIAEgBEcNGUEYIQIMtgMLIAEgBEcNygJBzQAhAgy1AwsgASAERw3VAkHGACECDLQDCyABIARHDdYCQcMAIQIMswMLIAEgBEcN3AJBOCECDLIDCyADLQAwQQFGDa0DDIkDC0EAIQACQAJAAkAgAy0AKkUNACADLQArRQ0AIAMvATIiAkECcUUNAQwCCyADLwEyIgJBAXFFDQELQQEhACADLQAoQQFGDQAgAy8BNCIGQeQAa0HkAEkNACAGQcwBRg0AIAZBsAJGDQAgAkHAAHENAEEAIQAgAkGIBHFBgARGDQAgAkEocUEARyEACyADQQA7ATIgA0EAOgAxAkAgAEUEQCADQQA6ADEgAy0ALkEEcQ0BDLEDCyADQgA3AyALIANBADoAMSADQQE6ADYMSAtBACEAAkAgAygCOCICRQ0AIAIoAjAiAkUNACADIAIRAAAhAAsgAEUNSCAAQRVHDWIgA0EENgIcIAMgATYCFCADQdIbNgIQIANBFTYCDEEAIQIMrwMLIAEgBEYEQEEGIQIMrwMLIAEtAABBCkcNGSABQQFqIQEMGgsgA0IANwMgQRIhAgyUAwsgASAERw2KA0EjIQIMrAMLIAEgBEYEQEEHIQIMrAMLAkACQCABLQAAQQprDgQBGBgAGAsgAUEBaiEBQRAhAgyTAwsgAUEBaiEBIANBL2otAABBAXENF0EAIQIgA0EANgIcIAMgATYCFCADQZkgNgIQIANBGTYCDAyrAwsgAyADKQMgIgwgBCABa60iCn0iC0IAIAsgDFgbNwMgIAogDFoNGEEIIQIMqgMLIAEgBEcEQCADQQk2AgggAyABNgIEQRQhAgyRAwtBCSECDKkDCyADKQMgUA2uAgxDCyABIARGBEBBCyECDKgDCyABLQAAQQpHDRYgAUEBaiEBDBcLIANBL2otAABBAXFFDRkMJgtBACEAAkAgAygCOCICRQ0AIAIoAlAiAkUNACADIAIRAAAhAAsgAA0ZDEILQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANGgwkC0EAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADRsMMgsgA0Evai0AAEEBcUUNHAwiC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADRwMQgtBACEAAkAgAygCOCICRQ0AIAIoAlQiAkUNACADIAIRAAAhAAsgAA0dDCALIAEgBEYEQEETIQIMoAMLAkAgAS0AACIAQQprDgQfIyMAIgsgAUEBaiEBDB8LQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANIgxCCyABIARGBEBBFiECDJ4DCyABLQAAQcDBAGotAABBAUcNIwyDAwsCQANAIAEtAABBsDtqLQAAIgBBAUcEQAJAIABBAmsOAgMAJwsgAUEBaiEBQSEhAgyGAwsgBCABQQFqIgFHDQALQRghAgydAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAFBAWoiARA0IgANIQxBC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADSMMKgsgASAERgRAQRwhAgybAwsgA0EKNgIIIAMgATYCBEEAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADSVBJCECDIEDCyABIARHBEADQCABLQAAQbA9ai0AACIAQQNHBEAgAEEBaw4FGBomggMlJgsgBCABQQFqIgFHDQALQRshAgyaAwtBGyECDJkDCwNAIAEtAABBsD9qLQAAIgBBA0cEQCAAQQFrDgUPEScTJicLIAQgAUEBaiIBRw0AC0EeIQIMmAMLIAEgBEcEQCADQQs2AgggAyABNgIEQQchAgz/AgtBHyECDJcDCyABIARGBEBBICECDJcDCwJAIAEtAABBDWsOFC4/Pz8/Pz8/Pz8/Pz8/Pz8/Pz8APwtBACECIANBADYCHCADQb8LNgIQIANBAjYCDCADIAFBAWo2AhQMlgMLIANBL2ohAgNAIAEgBEYEQEEhIQIMlwMLAkACQAJAIAEtAAAiAEEJaw4YAgApKQEpKSkpKSkpKSkpKSkpKSkpKSkCJwsgAUEBaiEBIANBL2otAABBAXFFDQoMGAsgAUEBaiEBDBcLIAFBAWohASACLQAAQQJxDQALQQAhAiADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMDJUDCyADLQAuQYABcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAlwiAkUNACADIAIRAAAhAAsgAEUN5gIgAEEVRgRAIANBJDYCHCADIAE2AhQgA0GbGzYCECADQRU2AgxBACECDJQDC0EAIQIgA0EANgIcIAMgATYCFCADQZAONgIQIANBFDYCDAyTAwtBACECIANBADYCHCADIAE2AhQgA0G+IDYCECADQQI2AgwMkgMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABIAynaiIBEDIiAEUNKyADQQc2AhwgAyABNgIUIAMgADYCDAyRAwsgAy0ALkHAAHFFDQELQQAhAAJAIAMoAjgiAkUNACACKAJYIgJFDQAgAyACEQAAIQALIABFDSsgAEEVRgRAIANBCjYCHCADIAE2AhQgA0HrGTYCECADQRU2AgxBACECDJADC0EAIQIgA0EANgIcIAMgATYCFCADQZMMNgIQIANBEzYCDAyPAwtBACECIANBADYCHCADIAE2AhQgA0GCFTYCECADQQI2AgwMjgMLQQAhAiADQQA2AhwgAyABNgIUIANB3RQ2AhAgA0EZNgIMDI0DC0EAIQIgA0EANgIcIAMgATYCFCADQeYdNgIQIANBGTYCDAyMAwsgAEEVRg09QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIsDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFDSggA0ENNgIcIAMgATYCFCADIAA2AgwMigMLIABBFUYNOkEAIQIgA0EANgIcIAMgATYCFCADQdAPNgIQIANBIjYCDAyJAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQMyIARQRAIAFBAWohAQwoCyADQQ42AhwgAyAANgIMIAMgAUEBajYCFAyIAwsgAEEVRg03QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIcDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDCcLIANBDzYCHCADIAA2AgwgAyABQQFqNgIUDIYDC0EAIQIgA0EANgIcIAMgATYCFCADQeIXNgIQIANBGTYCDAyFAwsgAEEVRg0zQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDIQDCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFDSUgA0ERNgIcIAMgATYCFCADIAA2AgwMgwMLIABBFUYNMEEAIQIgA0EANgIcIAMgATYCFCADQdYMNgIQIANBIzYCDAyCAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQwlCyADQRI2AhwgAyAANgIMIAMgAUEBajYCFAyBAwsgA0Evai0AAEEBcUUNAQtBFyECDOYCC0EAIQIgA0EANgIcIAMgATYCFCADQeIXNgIQIANBGTYCDAz+AgsgAEE7Rw0AIAFBAWohAQwMC0EAIQIgA0EANgIcIAMgATYCFCADQZIYNgIQIANBAjYCDAz8AgsgAEEVRg0oQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDPsCCyADQRQ2AhwgAyABNgIUIAMgADYCDAz6AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQz1AgsgA0EVNgIcIAMgADYCDCADIAFBAWo2AhQM+QILIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUEQCABQQFqIQEM8wILIANBFzYCHCADIAA2AgwgAyABQQFqNgIUDPgCCyAAQRVGDSNBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwM9wILIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUEQCABQQFqIQEMHQsgA0EZNgIcIAMgADYCDCADIAFBAWo2AhQM9gILIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUEQCABQQFqIQEM7wILIANBGjYCHCADIAA2AgwgAyABQQFqNgIUDPUCCyAAQRVGDR9BACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwM9AILIAMoAgQhACADQQA2AgQgAyAAIAEQMyIARQRAIAFBAWohAQwbCyADQRw2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM8wILIAMoAgQhACADQQA2AgQgAyAAIAEQMyIARQRAIAFBAWohAQzrAgsgA0EdNgIcIAMgADYCDCADIAFBAWo2AhRBACECDPICCyAAQTtHDQEgAUEBaiEBC0EmIQIM1wILQQAhAiADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMDO8CCyABIARHBEADQCABLQAAQSBHDYQCIAQgAUEBaiIBRw0AC0EsIQIM7wILQSwhAgzuAgsgASAERgRAQTQhAgzuAgsCQAJAA0ACQCABLQAAQQprDgQCAAADAAsgBCABQQFqIgFHDQALQTQhAgzvAgsgAygCBCEAIANBADYCBCADIAAgARAxIgBFDZ8CIANBMjYCHCADIAE2AhQgAyAANgIMQQAhAgzuAgsgAygCBCEAIANBADYCBCADIAAgARAxIgBFBEAgAUEBaiEBDJ8CCyADQTI2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM7QILIAEgBEcEQAJAA0AgAS0AAEEwayIAQf8BcUEKTwRAQTohAgzXAgsgAykDICILQpmz5syZs+bMGVYNASADIAtCCn4iCjcDICAKIACtQv8BgyILQn+FVg0BIAMgCiALfDcDICAEIAFBAWoiAUcNAAtBwAAhAgzuAgsgAygCBCEAIANBADYCBCADIAAgAUEBaiIBEDEiAA0XDOICC0HAACECDOwCCyABIARGBEBByQAhAgzsAgsCQANAAkAgAS0AAEEJaw4YAAKiAqICqQKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogIAogILIAQgAUEBaiIBRw0AC0HJACECDOwCCyABQQFqIQEgA0Evai0AAEEBcQ2lAiADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMQQAhAgzrAgsgASAERwRAA0AgAS0AAEEgRw0VIAQgAUEBaiIBRw0AC0H4ACECDOsCC0H4ACECDOoCCyADQQI6ACgMOAtBACECIANBADYCHCADQb8LNgIQIANBAjYCDCADIAFBAWo2AhQM6AILQQAhAgzOAgtBDSECDM0CC0ETIQIMzAILQRUhAgzLAgtBFiECDMoCC0EYIQIMyQILQRkhAgzIAgtBGiECDMcCC0EbIQIMxgILQRwhAgzFAgtBHSECDMQCC0EeIQIMwwILQR8hAgzCAgtBICECDMECC0EiIQIMwAILQSMhAgy/AgtBJSECDL4CC0HlACECDL0CCyADQT02AhwgAyABNgIUIAMgADYCDEEAIQIM1QILIANBGzYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDNQCCyADQSA2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzTAgsgA0ETNgIcIAMgATYCFCADQZgaNgIQIANBFTYCDEEAIQIM0gILIANBCzYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNECCyADQRA2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzQAgsgA0EgNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIMzwILIANBCzYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDM4CCyADQQw2AhwgAyABNgIUIANBpBw2AhAgA0EVNgIMQQAhAgzNAgtBACECIANBADYCHCADIAE2AhQgA0HdDjYCECADQRI2AgwMzAILAkADQAJAIAEtAABBCmsOBAACAgACCyAEIAFBAWoiAUcNAAtB/QEhAgzMAgsCQAJAIAMtADZBAUcNAEEAIQACQCADKAI4IgJFDQAgAigCYCICRQ0AIAMgAhEAACEACyAARQ0AIABBFUcNASADQfwBNgIcIAMgATYCFCADQdwZNgIQIANBFTYCDEEAIQIMzQILQdwBIQIMswILIANBADYCHCADIAE2AhQgA0H5CzYCECADQR82AgxBACECDMsCCwJAAkAgAy0AKEEBaw4CBAEAC0HbASECDLICC0HUASECDLECCyADQQI6ADFBACEAAkAgAygCOCICRQ0AIAIoAgAiAkUNACADIAIRAAAhAAsgAEUEQEHdASECDLECCyAAQRVHBEAgA0EANgIcIAMgATYCFCADQbQMNgIQIANBEDYCDEEAIQIMygILIANB+wE2AhwgAyABNgIUIANBgRo2AhAgA0EVNgIMQQAhAgzJAgsgASAERgRAQfoBIQIMyQILIAEtAABByABGDQEgA0EBOgAoC0HAASECDK4CC0HaASECDK0CCyABIARHBEAgA0EMNgIIIAMgATYCBEHZASECDK0CC0H5ASECDMUCCyABIARGBEBB+AEhAgzFAgsgAS0AAEHIAEcNBCABQQFqIQFB2AEhAgyrAgsgASAERgRAQfcBIQIMxAILAkACQCABLQAAQcUAaw4QAAUFBQUFBQUFBQUFBQUFAQULIAFBAWohAUHWASECDKsCCyABQQFqIQFB1wEhAgyqAgtB9gEhAiABIARGDcICIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbrVAGotAABHDQMgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADMMCCyADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQLiIARQRAQeMBIQIMqgILIANB9QE2AhwgAyABNgIUIAMgADYCDEEAIQIMwgILQfQBIQIgASAERg3BAiADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEG41QBqLQAARw0CIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzCAgsgA0GBBDsBKCADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQLiIADQMMAgsgA0EANgIAC0EAIQIgA0EANgIcIAMgATYCFCADQeUfNgIQIANBCDYCDAy/AgtB1QEhAgylAgsgA0HzATYCHCADIAE2AhQgAyAANgIMQQAhAgy9AgtBACEAAkAgAygCOCICRQ0AIAIoAkAiAkUNACADIAIRAAAhAAsgAEUNbiAAQRVHBEAgA0EANgIcIAMgATYCFCADQYIPNgIQIANBIDYCDEEAIQIMvQILIANBjwE2AhwgAyABNgIUIANB7Bs2AhAgA0EVNgIMQQAhAgy8AgsgASAERwRAIANBDTYCCCADIAE2AgRB0wEhAgyjAgtB8gEhAgy7AgsgASAERgRAQfEBIQIMuwILAkACQAJAIAEtAABByABrDgsAAQgICAgICAgIAggLIAFBAWohAUHQASECDKMCCyABQQFqIQFB0QEhAgyiAgsgAUEBaiEBQdIBIQIMoQILQfABIQIgASAERg25AiADKAIAIgAgBCABa2ohBiABIABrQQJqIQUDQCABLQAAIABBtdUAai0AAEcNBCAAQQJGDQMgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAY2AgAMuQILQe8BIQIgASAERg24AiADKAIAIgAgBCABa2ohBiABIABrQQFqIQUDQCABLQAAIABBs9UAai0AAEcNAyAAQQFGDQIgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAY2AgAMuAILQe4BIQIgASAERg23AiADKAIAIgAgBCABa2ohBiABIABrQQJqIQUDQCABLQAAIABBsNUAai0AAEcNAiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAY2AgAMtwILIAMoAgQhACADQgA3AwAgAyAAIAVBAWoiARArIgBFDQIgA0HsATYCHCADIAE2AhQgAyAANgIMQQAhAgy2AgsgA0EANgIACyADKAIEIQAgA0EANgIEIAMgACABECsiAEUNnAIgA0HtATYCHCADIAE2AhQgAyAANgIMQQAhAgy0AgtBzwEhAgyaAgtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDLQCC0HOASECDJoCCyADQesBNgIcIAMgATYCFCADQYAbNgIQIANBFTYCDEEAIQIMsgILIAEgBEYEQEHrASECDLICCyABLQAAQS9GBEAgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GyODYCECADQQg2AgxBACECDLECC0HNASECDJcCCyABIARHBEAgA0EONgIIIAMgATYCBEHMASECDJcCC0HqASECDK8CCyABIARGBEBB6QEhAgyvAgsgAS0AAEEwayIAQf8BcUEKSQRAIAMgADoAKiABQQFqIQFBywEhAgyWAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZcCIANB6AE2AhwgAyABNgIUIAMgADYCDEEAIQIMrgILIAEgBEYEQEHnASECDK4CCwJAIAEtAABBLkYEQCABQQFqIQEMAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZgCIANB5gE2AhwgAyABNgIUIAMgADYCDEEAIQIMrgILQcoBIQIMlAILIAEgBEYEQEHlASECDK0CC0EAIQBBASEFQQEhB0EAIQICQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQCABLQAAQTBrDgoKCQABAgMEBQYICwtBAgwGC0EDDAULQQQMBAtBBQwDC0EGDAILQQcMAQtBCAshAkEAIQVBACEHDAILQQkhAkEBIQBBACEFQQAhBwwBC0EAIQVBASECCyADIAI6ACsgAUEBaiEBAkACQCADLQAuQRBxDQACQAJAAkAgAy0AKg4DAQACBAsgB0UNAwwCCyAADQEMAgsgBUUNAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDQIgA0HiATYCHCADIAE2AhQgAyAANgIMQQAhAgyvAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZoCIANB4wE2AhwgAyABNgIUIAMgADYCDEEAIQIMrgILIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ2YAiADQeQBNgIcIAMgATYCFCADIAA2AgwMrQILQckBIQIMkwILQQAhAAJAIAMoAjgiAkUNACACKAJEIgJFDQAgAyACEQAAIQALAkAgAARAIABBFUYNASADQQA2AhwgAyABNgIUIANBpA02AhAgA0EhNgIMQQAhAgytAgtByAEhAgyTAgsgA0HhATYCHCADIAE2AhQgA0HQGjYCECADQRU2AgxBACECDKsCCyABIARGBEBB4QEhAgyrAgsCQCABLQAAQSBGBEAgA0EAOwE0IAFBAWohAQwBCyADQQA2AhwgAyABNgIUIANBmRE2AhAgA0EJNgIMQQAhAgyrAgtBxwEhAgyRAgsgASAERgRAQeABIQIMqgILAkAgAS0AAEEwa0H/AXEiAkEKSQRAIAFBAWohAQJAIAMvATQiAEGZM0sNACADIABBCmwiADsBNCAAQf7/A3EgAkH//wNzSw0AIAMgACACajsBNAwCC0EAIQIgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDAyrAgsgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDEEAIQIMqgILQcYBIQIMkAILIAEgBEYEQEHfASECDKkCCwJAIAEtAABBMGtB/wFxIgJBCkkEQCABQQFqIQECQCADLwE0IgBBmTNLDQAgAyAAQQpsIgA7ATQgAEH+/wNxIAJB//8Dc0sNACADIAAgAmo7ATQMAgtBACECIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgwMqgILIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgxBACECDKkCC0HFASECDI8CCyABIARGBEBB3gEhAgyoAgsCQCABLQAAQTBrQf8BcSICQQpJBEAgAUEBaiEBAkAgAy8BNCIAQZkzSw0AIAMgAEEKbCIAOwE0IABB/v8DcSACQf//A3NLDQAgAyAAIAJqOwE0DAILQQAhAiADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMDKkCCyADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMQQAhAgyoAgtBxAEhAgyOAgsgASAERgRAQd0BIQIMpwILAkACQAJAAkAgAS0AAEEKaw4XAgMDAAMDAwMDAwMDAwMDAwMDAwMDAwEDCyABQQFqDAULIAFBAWohAUHDASECDI8CCyABQQFqIQEgA0Evai0AAEEBcQ0IIANBADYCHCADIAE2AhQgA0GNCzYCECADQQ02AgxBACECDKcCCyADQQA2AhwgAyABNgIUIANBjQs2AhAgA0ENNgIMQQAhAgymAgsgASAERwRAIANBDzYCCCADIAE2AgRBASECDI0CC0HcASECDKUCCwJAAkADQAJAIAEtAABBCmsOBAIAAAMACyAEIAFBAWoiAUcNAAtB2wEhAgymAgsgAygCBCEAIANBADYCBCADIAAgARAtIgBFBEAgAUEBaiEBDAQLIANB2gE2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMpQILIAMoAgQhACADQQA2AgQgAyAAIAEQLSIADQEgAUEBagshAUHBASECDIoCCyADQdkBNgIcIAMgADYCDCADIAFBAWo2AhRBACECDKICC0HCASECDIgCCyADQS9qLQAAQQFxDQEgA0EANgIcIAMgATYCFCADQeQcNgIQIANBGTYCDEEAIQIMoAILIAEgBEYEQEHZASECDKACCwJAAkACQCABLQAAQQprDgQBAgIAAgsgAUEBaiEBDAILIAFBAWohAQwBCyADLQAuQcAAcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAjwiAkUNACADIAIRAAAhAAsgAEUNoAEgAEEVRgRAIANB2QA2AhwgAyABNgIUIANBtxo2AhAgA0EVNgIMQQAhAgyfAgsgA0EANgIcIAMgATYCFCADQYANNgIQIANBGzYCDEEAIQIMngILIANBADYCHCADIAE2AhQgA0HcKDYCECADQQI2AgxBACECDJ0CCyABIARHBEAgA0EMNgIIIAMgATYCBEG/ASECDIQCC0HYASECDJwCCyABIARGBEBB1wEhAgycAgsCQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAEtAABBwQBrDhUAAQIDWgQFBlpaWgcICQoLDA0ODxBaCyABQQFqIQFB+wAhAgySAgsgAUEBaiEBQfwAIQIMkQILIAFBAWohAUGBASECDJACCyABQQFqIQFBhQEhAgyPAgsgAUEBaiEBQYYBIQIMjgILIAFBAWohAUGJASECDI0CCyABQQFqIQFBigEhAgyMAgsgAUEBaiEBQY0BIQIMiwILIAFBAWohAUGWASECDIoCCyABQQFqIQFBlwEhAgyJAgsgAUEBaiEBQZgBIQIMiAILIAFBAWohAUGlASECDIcCCyABQQFqIQFBpgEhAgyGAgsgAUEBaiEBQawBIQIMhQILIAFBAWohAUG0ASECDIQCCyABQQFqIQFBtwEhAgyDAgsgAUEBaiEBQb4BIQIMggILIAEgBEYEQEHWASECDJsCCyABLQAAQc4ARw1IIAFBAWohAUG9ASECDIECCyABIARGBEBB1QEhAgyaAgsCQAJAAkAgAS0AAEHCAGsOEgBKSkpKSkpKSkoBSkpKSkpKAkoLIAFBAWohAUG4ASECDIICCyABQQFqIQFBuwEhAgyBAgsgAUEBaiEBQbwBIQIMgAILQdQBIQIgASAERg2YAiADKAIAIgAgBCABa2ohBSABIABrQQdqIQYCQANAIAEtAAAgAEGo1QBqLQAARw1FIABBB0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyZAgsgA0EANgIAIAZBAWohAUEbDEULIAEgBEYEQEHTASECDJgCCwJAAkAgAS0AAEHJAGsOBwBHR0dHRwFHCyABQQFqIQFBuQEhAgz/AQsgAUEBaiEBQboBIQIM/gELQdIBIQIgASAERg2WAiADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGm1QBqLQAARw1DIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyXAgsgA0EANgIAIAZBAWohAUEPDEMLQdEBIQIgASAERg2VAiADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGk1QBqLQAARw1CIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyWAgsgA0EANgIAIAZBAWohAUEgDEILQdABIQIgASAERg2UAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw1BIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyVAgsgA0EANgIAIAZBAWohAUESDEELIAEgBEYEQEHPASECDJQCCwJAAkAgAS0AAEHFAGsODgBDQ0NDQ0NDQ0NDQ0MBQwsgAUEBaiEBQbUBIQIM+wELIAFBAWohAUG2ASECDPoBC0HOASECIAEgBEYNkgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBntUAai0AAEcNPyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkwILIANBADYCACAGQQFqIQFBBww/C0HNASECIAEgBEYNkQIgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBmNUAai0AAEcNPiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkgILIANBADYCACAGQQFqIQFBKAw+CyABIARGBEBBzAEhAgyRAgsCQAJAAkAgAS0AAEHFAGsOEQBBQUFBQUFBQUEBQUFBQUECQQsgAUEBaiEBQbEBIQIM+QELIAFBAWohAUGyASECDPgBCyABQQFqIQFBswEhAgz3AQtBywEhAiABIARGDY8CIAMoAgAiACAEIAFraiEFIAEgAGtBBmohBgJAA0AgAS0AACAAQZHVAGotAABHDTwgAEEGRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJACCyADQQA2AgAgBkEBaiEBQRoMPAtBygEhAiABIARGDY4CIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQY3VAGotAABHDTsgAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADI8CCyADQQA2AgAgBkEBaiEBQSEMOwsgASAERgRAQckBIQIMjgILAkACQCABLQAAQcEAaw4UAD09PT09PT09PT09PT09PT09PQE9CyABQQFqIQFBrQEhAgz1AQsgAUEBaiEBQbABIQIM9AELIAEgBEYEQEHIASECDI0CCwJAAkAgAS0AAEHVAGsOCwA8PDw8PDw8PDwBPAsgAUEBaiEBQa4BIQIM9AELIAFBAWohAUGvASECDPMBC0HHASECIAEgBEYNiwIgAygCACIAIAQgAWtqIQUgASAAa0EIaiEGAkADQCABLQAAIABBhNUAai0AAEcNOCAAQQhGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMjAILIANBADYCACAGQQFqIQFBKgw4CyABIARGBEBBxgEhAgyLAgsgAS0AAEHQAEcNOCABQQFqIQFBJQw3C0HFASECIAEgBEYNiQIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBgdUAai0AAEcNNiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMigILIANBADYCACAGQQFqIQFBDgw2CyABIARGBEBBxAEhAgyJAgsgAS0AAEHFAEcNNiABQQFqIQFBqwEhAgzvAQsgASAERgRAQcMBIQIMiAILAkACQAJAAkAgAS0AAEHCAGsODwABAjk5OTk5OTk5OTk5AzkLIAFBAWohAUGnASECDPEBCyABQQFqIQFBqAEhAgzwAQsgAUEBaiEBQakBIQIM7wELIAFBAWohAUGqASECDO4BC0HCASECIAEgBEYNhgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABB/tQAai0AAEcNMyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhwILIANBADYCACAGQQFqIQFBFAwzC0HBASECIAEgBEYNhQIgAygCACIAIAQgAWtqIQUgASAAa0EEaiEGAkADQCABLQAAIABB+dQAai0AAEcNMiAAQQRGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhgILIANBADYCACAGQQFqIQFBKwwyC0HAASECIAEgBEYNhAIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABB9tQAai0AAEcNMSAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhQILIANBADYCACAGQQFqIQFBLAwxC0G/ASECIAEgBEYNgwIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBodUAai0AAEcNMCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhAILIANBADYCACAGQQFqIQFBEQwwC0G+ASECIAEgBEYNggIgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABB8tQAai0AAEcNLyAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMgwILIANBADYCACAGQQFqIQFBLgwvCyABIARGBEBBvQEhAgyCAgsCQAJAAkACQAJAIAEtAABBwQBrDhUANDQ0NDQ0NDQ0NAE0NAI0NAM0NAQ0CyABQQFqIQFBmwEhAgzsAQsgAUEBaiEBQZwBIQIM6wELIAFBAWohAUGdASECDOoBCyABQQFqIQFBogEhAgzpAQsgAUEBaiEBQaQBIQIM6AELIAEgBEYEQEG8ASECDIECCwJAAkAgAS0AAEHSAGsOAwAwATALIAFBAWohAUGjASECDOgBCyABQQFqIQFBBAwtC0G7ASECIAEgBEYN/wEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB8NQAai0AAEcNLCAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMgAILIANBADYCACAGQQFqIQFBHQwsCyABIARGBEBBugEhAgz/AQsCQAJAIAEtAABByQBrDgcBLi4uLi4ALgsgAUEBaiEBQaEBIQIM5gELIAFBAWohAUEiDCsLIAEgBEYEQEG5ASECDP4BCyABLQAAQdAARw0rIAFBAWohAUGgASECDOQBCyABIARGBEBBuAEhAgz9AQsCQAJAIAEtAABBxgBrDgsALCwsLCwsLCwsASwLIAFBAWohAUGeASECDOQBCyABQQFqIQFBnwEhAgzjAQtBtwEhAiABIARGDfsBIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQezUAGotAABHDSggAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPwBCyADQQA2AgAgBkEBaiEBQQ0MKAtBtgEhAiABIARGDfoBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDScgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPsBCyADQQA2AgAgBkEBaiEBQQwMJwtBtQEhAiABIARGDfkBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQerUAGotAABHDSYgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPoBCyADQQA2AgAgBkEBaiEBQQMMJgtBtAEhAiABIARGDfgBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQejUAGotAABHDSUgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPkBCyADQQA2AgAgBkEBaiEBQSYMJQsgASAERgRAQbMBIQIM+AELAkACQCABLQAAQdQAaw4CAAEnCyABQQFqIQFBmQEhAgzfAQsgAUEBaiEBQZoBIQIM3gELQbIBIQIgASAERg32ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHm1ABqLQAARw0jIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz3AQsgA0EANgIAIAZBAWohAUEnDCMLQbEBIQIgASAERg31ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHk1ABqLQAARw0iIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz2AQsgA0EANgIAIAZBAWohAUEcDCILQbABIQIgASAERg30ASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHe1ABqLQAARw0hIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz1AQsgA0EANgIAIAZBAWohAUEGDCELQa8BIQIgASAERg3zASADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEHZ1ABqLQAARw0gIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz0AQsgA0EANgIAIAZBAWohAUEZDCALIAEgBEYEQEGuASECDPMBCwJAAkACQAJAIAEtAABBLWsOIwAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJAEkJCQkJAIkJCQDJAsgAUEBaiEBQY4BIQIM3AELIAFBAWohAUGPASECDNsBCyABQQFqIQFBlAEhAgzaAQsgAUEBaiEBQZUBIQIM2QELQa0BIQIgASAERg3xASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHX1ABqLQAARw0eIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzyAQsgA0EANgIAIAZBAWohAUELDB4LIAEgBEYEQEGsASECDPEBCwJAAkAgAS0AAEHBAGsOAwAgASALIAFBAWohAUGQASECDNgBCyABQQFqIQFBkwEhAgzXAQsgASAERgRAQasBIQIM8AELAkACQCABLQAAQcEAaw4PAB8fHx8fHx8fHx8fHx8BHwsgAUEBaiEBQZEBIQIM1wELIAFBAWohAUGSASECDNYBCyABIARGBEBBqgEhAgzvAQsgAS0AAEHMAEcNHCABQQFqIQFBCgwbC0GpASECIAEgBEYN7QEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABB0dQAai0AAEcNGiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM7gELIANBADYCACAGQQFqIQFBHgwaC0GoASECIAEgBEYN7AEgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCABLQAAIABBytQAai0AAEcNGSAAQQZGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM7QELIANBADYCACAGQQFqIQFBFQwZC0GnASECIAEgBEYN6wEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBx9QAai0AAEcNGCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM7AELIANBADYCACAGQQFqIQFBFwwYC0GmASECIAEgBEYN6gEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBwdQAai0AAEcNFyAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM6wELIANBADYCACAGQQFqIQFBGAwXCyABIARGBEBBpQEhAgzqAQsCQAJAIAEtAABByQBrDgcAGRkZGRkBGQsgAUEBaiEBQYsBIQIM0QELIAFBAWohAUGMASECDNABC0GkASECIAEgBEYN6AEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABBptUAai0AAEcNFSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM6QELIANBADYCACAGQQFqIQFBCQwVC0GjASECIAEgBEYN5wEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABBpNUAai0AAEcNFCAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM6AELIANBADYCACAGQQFqIQFBHwwUC0GiASECIAEgBEYN5gEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBvtQAai0AAEcNEyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM5wELIANBADYCACAGQQFqIQFBAgwTC0GhASECIAEgBEYN5QEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGA0AgAS0AACAAQbzUAGotAABHDREgAEEBRg0CIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADOUBCyABIARGBEBBoAEhAgzlAQtBASABLQAAQd8ARw0RGiABQQFqIQFBhwEhAgzLAQsgA0EANgIAIAZBAWohAUGIASECDMoBC0GfASECIAEgBEYN4gEgAygCACIAIAQgAWtqIQUgASAAa0EIaiEGAkADQCABLQAAIABBhNUAai0AAEcNDyAAQQhGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM4wELIANBADYCACAGQQFqIQFBKQwPC0GeASECIAEgBEYN4QEgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABBuNQAai0AAEcNDiAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM4gELIANBADYCACAGQQFqIQFBLQwOCyABIARGBEBBnQEhAgzhAQsgAS0AAEHFAEcNDiABQQFqIQFBhAEhAgzHAQsgASAERgRAQZwBIQIM4AELAkACQCABLQAAQcwAaw4IAA8PDw8PDwEPCyABQQFqIQFBggEhAgzHAQsgAUEBaiEBQYMBIQIMxgELQZsBIQIgASAERg3eASADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEGz1ABqLQAARw0LIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzfAQsgA0EANgIAIAZBAWohAUEjDAsLQZoBIQIgASAERg3dASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGw1ABqLQAARw0KIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzeAQsgA0EANgIAIAZBAWohAUEADAoLIAEgBEYEQEGZASECDN0BCwJAAkAgAS0AAEHIAGsOCAAMDAwMDAwBDAsgAUEBaiEBQf0AIQIMxAELIAFBAWohAUGAASECDMMBCyABIARGBEBBmAEhAgzcAQsCQAJAIAEtAABBzgBrDgMACwELCyABQQFqIQFB/gAhAgzDAQsgAUEBaiEBQf8AIQIMwgELIAEgBEYEQEGXASECDNsBCyABLQAAQdkARw0IIAFBAWohAUEIDAcLQZYBIQIgASAERg3ZASADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEGs1ABqLQAARw0GIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzaAQsgA0EANgIAIAZBAWohAUEFDAYLQZUBIQIgASAERg3YASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEGm1ABqLQAARw0FIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzZAQsgA0EANgIAIAZBAWohAUEWDAULQZQBIQIgASAERg3XASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw0EIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzYAQsgA0EANgIAIAZBAWohAUEQDAQLIAEgBEYEQEGTASECDNcBCwJAAkAgAS0AAEHDAGsODAAGBgYGBgYGBgYGAQYLIAFBAWohAUH5ACECDL4BCyABQQFqIQFB+gAhAgy9AQtBkgEhAiABIARGDdUBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQaDUAGotAABHDQIgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNYBCyADQQA2AgAgBkEBaiEBQSQMAgsgA0EANgIADAILIAEgBEYEQEGRASECDNQBCyABLQAAQcwARw0BIAFBAWohAUETCzoAKSADKAIEIQAgA0EANgIEIAMgACABEC4iAA0CDAELQQAhAiADQQA2AhwgAyABNgIUIANB/h82AhAgA0EGNgIMDNEBC0H4ACECDLcBCyADQZABNgIcIAMgATYCFCADIAA2AgxBACECDM8BC0EAIQACQCADKAI4IgJFDQAgAigCQCICRQ0AIAMgAhEAACEACyAARQ0AIABBFUYNASADQQA2AhwgAyABNgIUIANBgg82AhAgA0EgNgIMQQAhAgzOAQtB9wAhAgy0AQsgA0GPATYCHCADIAE2AhQgA0HsGzYCECADQRU2AgxBACECDMwBCyABIARGBEBBjwEhAgzMAQsCQCABLQAAQSBGBEAgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GbHzYCECADQQY2AgxBACECDMwBC0ECIQIMsgELA0AgAS0AAEEgRw0CIAQgAUEBaiIBRw0AC0GOASECDMoBCyABIARGBEBBjQEhAgzKAQsCQCABLQAAQQlrDgRKAABKAAtB9QAhAgywAQsgAy0AKUEFRgRAQfYAIQIMsAELQfQAIQIMrwELIAEgBEYEQEGMASECDMgBCyADQRA2AgggAyABNgIEDAoLIAEgBEYEQEGLASECDMcBCwJAIAEtAABBCWsOBEcAAEcAC0HzACECDK0BCyABIARHBEAgA0EQNgIIIAMgATYCBEHxACECDK0BC0GKASECDMUBCwJAIAEgBEcEQANAIAEtAABBoNAAai0AACIAQQNHBEACQCAAQQFrDgJJAAQLQfAAIQIMrwELIAQgAUEBaiIBRw0AC0GIASECDMYBC0GIASECDMUBCyADQQA2AhwgAyABNgIUIANB2yA2AhAgA0EHNgIMQQAhAgzEAQsgASAERgRAQYkBIQIMxAELAkACQAJAIAEtAABBoNIAai0AAEEBaw4DRgIAAQtB8gAhAgysAQsgA0EANgIcIAMgATYCFCADQbQSNgIQIANBBzYCDEEAIQIMxAELQeoAIQIMqgELIAEgBEcEQCABQQFqIQFB7wAhAgyqAQtBhwEhAgzCAQsgBCABIgBGBEBBhgEhAgzCAQsgAC0AACIBQS9GBEAgAEEBaiEBQe4AIQIMqQELIAFBCWsiAkEXSw0BIAAhAUEBIAJ0QZuAgARxDUEMAQsgBCABIgBGBEBBhQEhAgzBAQsgAC0AAEEvRw0AIABBAWohAQwDC0EAIQIgA0EANgIcIAMgADYCFCADQdsgNgIQIANBBzYCDAy/AQsCQAJAAkACQAJAA0AgAS0AAEGgzgBqLQAAIgBBBUcEQAJAAkAgAEEBaw4IRwUGBwgABAEIC0HrACECDK0BCyABQQFqIQFB7QAhAgysAQsgBCABQQFqIgFHDQALQYQBIQIMwwELIAFBAWoMFAsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDR4gA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgzBAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDR4gA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgzAAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDR4gA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgy/AQsgA0EANgIcIAMgATYCFCADQfkPNgIQIANBBzYCDEEAIQIMvgELIAEgBEYEQEGDASECDL4BCwJAIAEtAABBoM4Aai0AAEEBaw4IPgQFBgAIAgMHCyABQQFqIQELQQMhAgyjAQsgAUEBagwNC0EAIQIgA0EANgIcIANB0RI2AhAgA0EHNgIMIAMgAUEBajYCFAy6AQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDRYgA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgy5AQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDRYgA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgy4AQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDRYgA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgy3AQsgA0EANgIcIAMgATYCFCADQfkPNgIQIANBBzYCDEEAIQIMtgELQewAIQIMnAELIAEgBEYEQEGCASECDLUBCyABQQFqDAILIAEgBEYEQEGBASECDLQBCyABQQFqDAELIAEgBEYNASABQQFqCyEBQQQhAgyYAQtBgAEhAgywAQsDQCABLQAAQaDMAGotAAAiAEECRwRAIABBAUcEQEHpACECDJkBCwwxCyAEIAFBAWoiAUcNAAtB/wAhAgyvAQsgASAERgRAQf4AIQIMrwELAkAgAS0AAEEJaw43LwMGLwQGBgYGBgYGBgYGBgYGBgYGBgYFBgYCBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGAAYLIAFBAWoLIQFBBSECDJQBCyABQQFqDAYLIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0IIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMqwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0IIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMqgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0IIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMqQELIANBADYCHCADIAE2AhQgA0GNFDYCECADQQc2AgxBACECDKgBCwJAAkACQAJAA0AgAS0AAEGgygBqLQAAIgBBBUcEQAJAIABBAWsOBi4DBAUGAAYLQegAIQIMlAELIAQgAUEBaiIBRw0AC0H9ACECDKsBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNByADQdsANgIcIAMgATYCFCADIAA2AgxBACECDKoBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNByADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDKkBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNByADQfoANgIcIAMgATYCFCADIAA2AgxBACECDKgBCyADQQA2AhwgAyABNgIUIANB5Ag2AhAgA0EHNgIMQQAhAgynAQsgASAERg0BIAFBAWoLIQFBBiECDIwBC0H8ACECDKQBCwJAAkACQAJAA0AgAS0AAEGgyABqLQAAIgBBBUcEQCAAQQFrDgQpAgMEBQsgBCABQQFqIgFHDQALQfsAIQIMpwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0DIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMpgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0DIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMpQELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0DIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMpAELIANBADYCHCADIAE2AhQgA0G8CjYCECADQQc2AgxBACECDKMBC0HPACECDIkBC0HRACECDIgBC0HnACECDIcBCyABIARGBEBB+gAhAgygAQsCQCABLQAAQQlrDgQgAAAgAAsgAUEBaiEBQeYAIQIMhgELIAEgBEYEQEH5ACECDJ8BCwJAIAEtAABBCWsOBB8AAB8AC0EAIQACQCADKAI4IgJFDQAgAigCOCICRQ0AIAMgAhEAACEACyAARQRAQeIBIQIMhgELIABBFUcEQCADQQA2AhwgAyABNgIUIANByQ02AhAgA0EaNgIMQQAhAgyfAQsgA0H4ADYCHCADIAE2AhQgA0HqGjYCECADQRU2AgxBACECDJ4BCyABIARHBEAgA0ENNgIIIAMgATYCBEHkACECDIUBC0H3ACECDJ0BCyABIARGBEBB9gAhAgydAQsCQAJAAkAgAS0AAEHIAGsOCwABCwsLCwsLCwsCCwsgAUEBaiEBQd0AIQIMhQELIAFBAWohAUHgACECDIQBCyABQQFqIQFB4wAhAgyDAQtB9QAhAiABIARGDZsBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbXVAGotAABHDQggAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJwBCyADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQKyIABEAgA0H0ADYCHCADIAE2AhQgAyAANgIMQQAhAgycAQtB4gAhAgyCAQtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJwBC0HhACECDIIBCyADQfMANgIcIAMgATYCFCADQYAbNgIQIANBFTYCDEEAIQIMmgELIAMtACkiAEEja0ELSQ0JAkAgAEEGSw0AQQEgAHRBygBxRQ0ADAoLQQAhAiADQQA2AhwgAyABNgIUIANB7Qk2AhAgA0EINgIMDJkBC0HyACECIAEgBEYNmAEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABBs9UAai0AAEcNBSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMmQELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgAEQCADQfEANgIcIAMgATYCFCADIAA2AgxBACECDJkBC0HfACECDH8LQQAhAAJAIAMoAjgiAkUNACACKAI0IgJFDQAgAyACEQAAIQALAkAgAARAIABBFUYNASADQQA2AhwgAyABNgIUIANB6g02AhAgA0EmNgIMQQAhAgyZAQtB3gAhAgx/CyADQfAANgIcIAMgATYCFCADQYAbNgIQIANBFTYCDEEAIQIMlwELIAMtAClBIUYNBiADQQA2AhwgAyABNgIUIANBkQo2AhAgA0EINgIMQQAhAgyWAQtB7wAhAiABIARGDZUBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbDVAGotAABHDQIgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJYBCyADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQKyIARQ0CIANB7QA2AhwgAyABNgIUIAMgADYCDEEAIQIMlQELIANBADYCAAsgAygCBCEAIANBADYCBCADIAAgARArIgBFDYABIANB7gA2AhwgAyABNgIUIAMgADYCDEEAIQIMkwELQdwAIQIMeQtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJMBC0HbACECDHkLIANB7AA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyRAQsgAy0AKSIAQSNJDQAgAEEuRg0AIANBADYCHCADIAE2AhQgA0HJCTYCECADQQg2AgxBACECDJABC0HaACECDHYLIAEgBEYEQEHrACECDI8BCwJAIAEtAABBL0YEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDEEAIQIMjwELQdkAIQIMdQsgASAERwRAIANBDjYCCCADIAE2AgRB2AAhAgx1C0HqACECDI0BCyABIARGBEBB6QAhAgyNAQsgAS0AAEEwayIAQf8BcUEKSQRAIAMgADoAKiABQQFqIQFB1wAhAgx0CyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNeiADQegANgIcIAMgATYCFCADIAA2AgxBACECDIwBCyABIARGBEBB5wAhAgyMAQsCQCABLQAAQS5GBEAgAUEBaiEBDAELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ17IANB5gA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELQdYAIQIMcgsgASAERgRAQeUAIQIMiwELQQAhAEEBIQVBASEHQQAhAgJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAIAEtAABBMGsOCgoJAAECAwQFBggLC0ECDAYLQQMMBQtBBAwEC0EFDAMLQQYMAgtBBwwBC0EICyECQQAhBUEAIQcMAgtBCSECQQEhAEEAIQVBACEHDAELQQAhBUEBIQILIAMgAjoAKyABQQFqIQECQAJAIAMtAC5BEHENAAJAAkACQCADLQAqDgMBAAIECyAHRQ0DDAILIAANAQwCCyAFRQ0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNAiADQeIANgIcIAMgATYCFCADIAA2AgxBACECDI0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNfSADQeMANgIcIAMgATYCFCADIAA2AgxBACECDIwBCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNeyADQeQANgIcIAMgATYCFCADIAA2AgwMiwELQdQAIQIMcQsgAy0AKUEiRg2GAUHTACECDHALQQAhAAJAIAMoAjgiAkUNACACKAJEIgJFDQAgAyACEQAAIQALIABFBEBB1QAhAgxwCyAAQRVHBEAgA0EANgIcIAMgATYCFCADQaQNNgIQIANBITYCDEEAIQIMiQELIANB4QA2AhwgAyABNgIUIANB0Bo2AhAgA0EVNgIMQQAhAgyIAQsgASAERgRAQeAAIQIMiAELAkACQAJAAkACQCABLQAAQQprDgQBBAQABAsgAUEBaiEBDAELIAFBAWohASADQS9qLQAAQQFxRQ0BC0HSACECDHALIANBADYCHCADIAE2AhQgA0G2ETYCECADQQk2AgxBACECDIgBCyADQQA2AhwgAyABNgIUIANBthE2AhAgA0EJNgIMQQAhAgyHAQsgASAERgRAQd8AIQIMhwELIAEtAABBCkYEQCABQQFqIQEMCQsgAy0ALkHAAHENCCADQQA2AhwgAyABNgIUIANBthE2AhAgA0ECNgIMQQAhAgyGAQsgASAERgRAQd0AIQIMhgELIAEtAAAiAkENRgRAIAFBAWohAUHQACECDG0LIAEhACACQQlrDgQFAQEFAQsgBCABIgBGBEBB3AAhAgyFAQsgAC0AAEEKRw0AIABBAWoMAgtBACECIANBADYCHCADIAA2AhQgA0HKLTYCECADQQc2AgwMgwELIAEgBEYEQEHbACECDIMBCwJAIAEtAABBCWsOBAMAAAMACyABQQFqCyEBQc4AIQIMaAsgASAERgRAQdoAIQIMgQELIAEtAABBCWsOBAABAQABC0EAIQIgA0EANgIcIANBmhI2AhAgA0EHNgIMIAMgAUEBajYCFAx/CyADQYASOwEqQQAhAAJAIAMoAjgiAkUNACACKAI4IgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB2QA2AhwgAyABNgIUIANB6ho2AhAgA0EVNgIMQQAhAgx+C0HNACECDGQLIANBADYCHCADIAE2AhQgA0HJDTYCECADQRo2AgxBACECDHwLIAEgBEYEQEHZACECDHwLIAEtAABBIEcNPSABQQFqIQEgAy0ALkEBcQ09IANBADYCHCADIAE2AhQgA0HCHDYCECADQR42AgxBACECDHsLIAEgBEYEQEHYACECDHsLAkACQAJAAkACQCABLQAAIgBBCmsOBAIDAwABCyABQQFqIQFBLCECDGULIABBOkcNASADQQA2AhwgAyABNgIUIANB5xE2AhAgA0EKNgIMQQAhAgx9CyABQQFqIQEgA0Evai0AAEEBcUUNcyADLQAyQYABcUUEQCADQTJqIQIgAxA1QQAhAAJAIAMoAjgiBkUNACAGKAIoIgZFDQAgAyAGEQAAIQALAkACQCAADhZNTEsBAQEBAQEBAQEBAQEBAQEBAQEAAQsgA0EpNgIcIAMgATYCFCADQawZNgIQIANBFTYCDEEAIQIMfgsgA0EANgIcIAMgATYCFCADQeULNgIQIANBETYCDEEAIQIMfQtBACEAAkAgAygCOCICRQ0AIAIoAlwiAkUNACADIAIRAAAhAAsgAEUNWSAAQRVHDQEgA0EFNgIcIAMgATYCFCADQZsbNgIQIANBFTYCDEEAIQIMfAtBywAhAgxiC0EAIQIgA0EANgIcIAMgATYCFCADQZAONgIQIANBFDYCDAx6CyADIAMvATJBgAFyOwEyDDsLIAEgBEcEQCADQRE2AgggAyABNgIEQcoAIQIMYAtB1wAhAgx4CyABIARGBEBB1gAhAgx4CwJAAkACQAJAIAEtAAAiAEEgciAAIABBwQBrQf8BcUEaSRtB/wFxQeMAaw4TAEBAQEBAQEBAQEBAQAFAQEACA0ALIAFBAWohAUHGACECDGELIAFBAWohAUHHACECDGALIAFBAWohAUHIACECDF8LIAFBAWohAUHJACECDF4LQdUAIQIgBCABIgBGDXYgBCABayADKAIAIgFqIQYgACABa0EFaiEHA0AgAUGQyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0IQQQgAUEFRg0KGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAx2C0HUACECIAQgASIARg11IAQgAWsgAygCACIBaiEGIAAgAWtBD2ohBwNAIAFBgMgAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNB0EDIAFBD0YNCRogAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMdQtB0wAhAiAEIAEiAEYNdCAEIAFrIAMoAgAiAWohBiAAIAFrQQ5qIQcDQCABQeLHAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQYgAUEORg0HIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHQLQdIAIQIgBCABIgBGDXMgBCABayADKAIAIgFqIQUgACABa0EBaiEGA0AgAUHgxwBqLQAAIAAtAAAiB0EgciAHIAdBwQBrQf8BcUEaSRtB/wFxRw0FIAFBAUYNAiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBTYCAAxzCyABIARGBEBB0QAhAgxzCwJAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXFB7gBrDgcAOTk5OTkBOQsgAUEBaiEBQcMAIQIMWgsgAUEBaiEBQcQAIQIMWQsgA0EANgIAIAZBAWohAUHFACECDFgLQdAAIQIgBCABIgBGDXAgBCABayADKAIAIgFqIQYgACABa0EJaiEHA0AgAUHWxwBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0CQQIgAUEJRg0EGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxwC0HPACECIAQgASIARg1vIAQgAWsgAygCACIBaiEGIAAgAWtBBWohBwNAIAFB0McAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQVGDQIgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMbwsgACEBIANBADYCAAwzC0EBCzoALCADQQA2AgAgB0EBaiEBC0EtIQIMUgsCQANAIAEtAABB0MUAai0AAEEBRw0BIAQgAUEBaiIBRw0AC0HNACECDGsLQcIAIQIMUQsgASAERgRAQcwAIQIMagsgAS0AAEE6RgRAIAMoAgQhACADQQA2AgQgAyAAIAEQMCIARQ0zIANBywA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMagsgA0EANgIcIAMgATYCFCADQecRNgIQIANBCjYCDEEAIQIMaQsCQAJAIAMtACxBAmsOAgABJwsgA0Ezai0AAEECcUUNJiADLQAuQQJxDSYgA0EANgIcIAMgATYCFCADQaYUNgIQIANBCzYCDEEAIQIMaQsgAy0AMkEgcUUNJSADLQAuQQJxDSUgA0EANgIcIAMgATYCFCADQb0TNgIQIANBDzYCDEEAIQIMaAtBACEAAkAgAygCOCICRQ0AIAIoAkgiAkUNACADIAIRAAAhAAsgAEUEQEHBACECDE8LIABBFUcEQCADQQA2AhwgAyABNgIUIANBpg82AhAgA0EcNgIMQQAhAgxoCyADQcoANgIcIAMgATYCFCADQYUcNgIQIANBFTYCDEEAIQIMZwsgASAERwRAA0AgAS0AAEHAwQBqLQAAQQFHDRcgBCABQQFqIgFHDQALQcQAIQIMZwtBxAAhAgxmCyABIARHBEADQAJAIAEtAAAiAEEgciAAIABBwQBrQf8BcUEaSRtB/wFxIgBBCUYNACAAQSBGDQACQAJAAkACQCAAQeMAaw4TAAMDAwMDAwMBAwMDAwMDAwMDAgMLIAFBAWohAUE2IQIMUgsgAUEBaiEBQTchAgxRCyABQQFqIQFBOCECDFALDBULIAQgAUEBaiIBRw0AC0E8IQIMZgtBPCECDGULIAEgBEYEQEHIACECDGULIANBEjYCCCADIAE2AgQCQAJAAkACQAJAIAMtACxBAWsOBBQAAQIJCyADLQAyQSBxDQNB4AEhAgxPCwJAIAMvATIiAEEIcUUNACADLQAoQQFHDQAgAy0ALkEIcUUNAgsgAyAAQff7A3FBgARyOwEyDAsLIAMgAy8BMkEQcjsBMgwECyADQQA2AgQgAyABIAEQMSIABEAgA0HBADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxmCyABQQFqIQEMWAsgA0EANgIcIAMgATYCFCADQfQTNgIQIANBBDYCDEEAIQIMZAtBxwAhAiABIARGDWMgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCAAQcDFAGotAAAgAS0AAEEgckcNASAAQQZGDUogAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMZAsgA0EANgIADAULAkAgASAERwRAA0AgAS0AAEHAwwBqLQAAIgBBAUcEQCAAQQJHDQMgAUEBaiEBDAULIAQgAUEBaiIBRw0AC0HFACECDGQLQcUAIQIMYwsLIANBADoALAwBC0ELIQIMRwtBPyECDEYLAkACQANAIAEtAAAiAEEgRwRAAkAgAEEKaw4EAwUFAwALIABBLEYNAwwECyAEIAFBAWoiAUcNAAtBxgAhAgxgCyADQQg6ACwMDgsgAy0AKEEBRw0CIAMtAC5BCHENAiADKAIEIQAgA0EANgIEIAMgACABEDEiAARAIANBwgA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMXwsgAUEBaiEBDFALQTshAgxECwJAA0AgAS0AACIAQSBHIABBCUdxDQEgBCABQQFqIgFHDQALQcMAIQIMXQsLQTwhAgxCCwJAAkAgASAERwRAA0AgAS0AACIAQSBHBEAgAEEKaw4EAwQEAwQLIAQgAUEBaiIBRw0AC0E/IQIMXQtBPyECDFwLIAMgAy8BMkEgcjsBMgwKCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNTiADQT42AhwgAyABNgIUIAMgADYCDEEAIQIMWgsCQCABIARHBEADQCABLQAAQcDDAGotAAAiAEEBRwRAIABBAkYNAwwMCyAEIAFBAWoiAUcNAAtBNyECDFsLQTchAgxaCyABQQFqIQEMBAtBOyECIAQgASIARg1YIAQgAWsgAygCACIBaiEGIAAgAWtBBWohBwJAA0AgAUGQyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBBUYEQEEHIQEMPwsgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMWQsgA0EANgIAIAAhAQwFC0E6IQIgBCABIgBGDVcgBCABayADKAIAIgFqIQYgACABa0EIaiEHAkADQCABQbTBAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQEgAUEIRgRAQQUhAQw+CyABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxYCyADQQA2AgAgACEBDAQLQTkhAiAEIAEiAEYNViAEIAFrIAMoAgAiAWohBiAAIAFrQQNqIQcCQANAIAFBsMEAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQNGBEBBBiEBDD0LIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADFcLIANBADYCACAAIQEMAwsCQANAIAEtAAAiAEEgRwRAIABBCmsOBAcEBAcCCyAEIAFBAWoiAUcNAAtBOCECDFYLIABBLEcNASABQQFqIQBBASEBAkACQAJAAkACQCADLQAsQQVrDgQDAQIEAAsgACEBDAQLQQIhAQwBC0EEIQELIANBAToALCADIAMvATIgAXI7ATIgACEBDAELIAMgAy8BMkEIcjsBMiAAIQELQT4hAgw7CyADQQA6ACwLQTkhAgw5CyABIARGBEBBNiECDFILAkACQAJAAkACQCABLQAAQQprDgQAAgIBAgsgAygCBCEAIANBADYCBCADIAAgARAxIgBFDQIgA0EzNgIcIAMgATYCFCADIAA2AgxBACECDFULIAMoAgQhACADQQA2AgQgAyAAIAEQMSIARQRAIAFBAWohAQwGCyADQTI2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMVAsgAy0ALkEBcQRAQd8BIQIMOwsgAygCBCEAIANBADYCBCADIAAgARAxIgANAQxJC0E0IQIMOQsgA0E1NgIcIAMgATYCFCADIAA2AgxBACECDFELQTUhAgw3CyADQS9qLQAAQQFxDQAgA0EANgIcIAMgATYCFCADQesWNgIQIANBGTYCDEEAIQIMTwtBMyECDDULIAEgBEYEQEEyIQIMTgsCQCABLQAAQQpGBEAgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GSFzYCECADQQM2AgxBACECDE4LQTIhAgw0CyABIARGBEBBMSECDE0LAkAgAS0AACIAQQlGDQAgAEEgRg0AQQEhAgJAIAMtACxBBWsOBAYEBQANCyADIAMvATJBCHI7ATIMDAsgAy0ALkEBcUUNASADLQAsQQhHDQAgA0EAOgAsC0E9IQIMMgsgA0EANgIcIAMgATYCFCADQcIWNgIQIANBCjYCDEEAIQIMSgtBAiECDAELQQQhAgsgA0EBOgAsIAMgAy8BMiACcjsBMgwGCyABIARGBEBBMCECDEcLIAEtAABBCkYEQCABQQFqIQEMAQsgAy0ALkEBcQ0AIANBADYCHCADIAE2AhQgA0HcKDYCECADQQI2AgxBACECDEYLQTAhAgwsCyABQQFqIQFBMSECDCsLIAEgBEYEQEEvIQIMRAsgAS0AACIAQQlHIABBIEdxRQRAIAFBAWohASADLQAuQQFxDQEgA0EANgIcIAMgATYCFCADQZcQNgIQIANBCjYCDEEAIQIMRAtBASECAkACQAJAAkACQAJAIAMtACxBAmsOBwUEBAMBAgAECyADIAMvATJBCHI7ATIMAwtBAiECDAELQQQhAgsgA0EBOgAsIAMgAy8BMiACcjsBMgtBLyECDCsLIANBADYCHCADIAE2AhQgA0GEEzYCECADQQs2AgxBACECDEMLQeEBIQIMKQsgASAERgRAQS4hAgxCCyADQQA2AgQgA0ESNgIIIAMgASABEDEiAA0BC0EuIQIMJwsgA0EtNgIcIAMgATYCFCADIAA2AgxBACECDD8LQQAhAAJAIAMoAjgiAkUNACACKAJMIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB2AA2AhwgAyABNgIUIANBsxs2AhAgA0EVNgIMQQAhAgw+C0HMACECDCQLIANBADYCHCADIAE2AhQgA0GzDjYCECADQR02AgxBACECDDwLIAEgBEYEQEHOACECDDwLIAEtAAAiAEEgRg0CIABBOkYNAQsgA0EAOgAsQQkhAgwhCyADKAIEIQAgA0EANgIEIAMgACABEDAiAA0BDAILIAMtAC5BAXEEQEHeASECDCALIAMoAgQhACADQQA2AgQgAyAAIAEQMCIARQ0CIANBKjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgw4CyADQcsANgIcIAMgADYCDCADIAFBAWo2AhRBACECDDcLIAFBAWohAUHAACECDB0LIAFBAWohAQwsCyABIARGBEBBKyECDDULAkAgAS0AAEEKRgRAIAFBAWohAQwBCyADLQAuQcAAcUUNBgsgAy0AMkGAAXEEQEEAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ0SIABBFUYEQCADQQU2AhwgAyABNgIUIANBmxs2AhAgA0EVNgIMQQAhAgw2CyADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMQQAhAgw1CyADQTJqIQIgAxA1QQAhAAJAIAMoAjgiBkUNACAGKAIoIgZFDQAgAyAGEQAAIQALIAAOFgIBAAQEBAQEBAQEBAQEBAQEBAQEBAMECyADQQE6ADALIAIgAi8BAEHAAHI7AQALQSshAgwYCyADQSk2AhwgAyABNgIUIANBrBk2AhAgA0EVNgIMQQAhAgwwCyADQQA2AhwgAyABNgIUIANB5Qs2AhAgA0ERNgIMQQAhAgwvCyADQQA2AhwgAyABNgIUIANBpQs2AhAgA0ECNgIMQQAhAgwuC0EBIQcgAy8BMiIFQQhxRQRAIAMpAyBCAFIhBwsCQCADLQAwBEBBASEAIAMtAClBBUYNASAFQcAAcUUgB3FFDQELAkAgAy0AKCICQQJGBEBBASEAIAMvATQiBkHlAEYNAkEAIQAgBUHAAHENAiAGQeQARg0CIAZB5gBrQQJJDQIgBkHMAUYNAiAGQbACRg0CDAELQQAhACAFQcAAcQ0BC0ECIQAgBUEIcQ0AIAVBgARxBEACQCACQQFHDQAgAy0ALkEKcQ0AQQUhAAwCC0EEIQAMAQsgBUEgcUUEQCADEDZBAEdBAnQhAAwBC0EAQQMgAykDIFAbIQALIABBAWsOBQIABwEDBAtBESECDBMLIANBAToAMQwpC0EAIQICQCADKAI4IgBFDQAgACgCMCIARQ0AIAMgABEAACECCyACRQ0mIAJBFUYEQCADQQM2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgwrC0EAIQIgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDAwqCyADQQA2AhwgAyABNgIUIANB+SA2AhAgA0EPNgIMQQAhAgwpC0EAIQACQCADKAI4IgJFDQAgAigCMCICRQ0AIAMgAhEAACEACyAADQELQQ4hAgwOCyAAQRVGBEAgA0ECNgIcIAMgATYCFCADQdIbNgIQIANBFTYCDEEAIQIMJwsgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDEEAIQIMJgtBKiECDAwLIAEgBEcEQCADQQk2AgggAyABNgIEQSkhAgwMC0EmIQIMJAsgAyADKQMgIgwgBCABa60iCn0iC0IAIAsgDFgbNwMgIAogDFQEQEElIQIMJAsgAygCBCEAIANBADYCBCADIAAgASAMp2oiARAyIgBFDQAgA0EFNgIcIAMgATYCFCADIAA2AgxBACECDCMLQQ8hAgwJC0IAIQoCQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEEwaw43FxYAAQIDBAUGBxQUFBQUFBQICQoLDA0UFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFA4PEBESExQLQgIhCgwWC0IDIQoMFQtCBCEKDBQLQgUhCgwTC0IGIQoMEgtCByEKDBELQgghCgwQC0IJIQoMDwtCCiEKDA4LQgshCgwNC0IMIQoMDAtCDSEKDAsLQg4hCgwKC0IPIQoMCQtCCiEKDAgLQgshCgwHC0IMIQoMBgtCDSEKDAULQg4hCgwEC0IPIQoMAwsgA0EANgIcIAMgATYCFCADQZ8VNgIQIANBDDYCDEEAIQIMIQsgASAERgRAQSIhAgwhC0IAIQoCQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAEtAABBMGsONxUUAAECAwQFBgcWFhYWFhYWCAkKCwwNFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYODxAREhMWC0ICIQoMFAtCAyEKDBMLQgQhCgwSC0IFIQoMEQtCBiEKDBALQgchCgwPC0IIIQoMDgtCCSEKDA0LQgohCgwMC0ILIQoMCwtCDCEKDAoLQg0hCgwJC0IOIQoMCAtCDyEKDAcLQgohCgwGC0ILIQoMBQtCDCEKDAQLQg0hCgwDC0IOIQoMAgtCDyEKDAELQgEhCgsgAUEBaiEBIAMpAyAiC0L//////////w9YBEAgAyALQgSGIAqENwMgDAILIANBADYCHCADIAE2AhQgA0G1CTYCECADQQw2AgxBACECDB4LQSchAgwEC0EoIQIMAwsgAyABOgAsIANBADYCACAHQQFqIQFBDCECDAILIANBADYCACAGQQFqIQFBCiECDAELIAFBAWohAUEIIQIMAAsAC0EAIQIgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDAwXC0EAIQIgA0EANgIcIAMgATYCFCADQYMRNgIQIANBCTYCDAwWC0EAIQIgA0EANgIcIAMgATYCFCADQd8KNgIQIANBCTYCDAwVC0EAIQIgA0EANgIcIAMgATYCFCADQe0QNgIQIANBCTYCDAwUC0EAIQIgA0EANgIcIAMgATYCFCADQdIRNgIQIANBCTYCDAwTC0EAIQIgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDAwSC0EAIQIgA0EANgIcIAMgATYCFCADQYMRNgIQIANBCTYCDAwRC0EAIQIgA0EANgIcIAMgATYCFCADQd8KNgIQIANBCTYCDAwQC0EAIQIgA0EANgIcIAMgATYCFCADQe0QNgIQIANBCTYCDAwPC0EAIQIgA0EANgIcIAMgATYCFCADQdIRNgIQIANBCTYCDAwOC0EAIQIgA0EANgIcIAMgATYCFCADQbkXNgIQIANBDzYCDAwNC0EAIQIgA0EANgIcIAMgATYCFCADQbkXNgIQIANBDzYCDAwMC0EAIQIgA0EANgIcIAMgATYCFCADQZkTNgIQIANBCzYCDAwLC0EAIQIgA0EANgIcIAMgATYCFCADQZ0JNgIQIANBCzYCDAwKC0EAIQIgA0EANgIcIAMgATYCFCADQZcQNgIQIANBCjYCDAwJC0EAIQIgA0EANgIcIAMgATYCFCADQbEQNgIQIANBCjYCDAwIC0EAIQIgA0EANgIcIAMgATYCFCADQbsdNgIQIANBAjYCDAwHC0EAIQIgA0EANgIcIAMgATYCFCADQZYWNgIQIANBAjYCDAwGC0EAIQIgA0EANgIcIAMgATYCFCADQfkYNgIQIANBAjYCDAwFC0EAIQIgA0EANgIcIAMgATYCFCADQcQYNgIQIANBAjYCDAwECyADQQI2AhwgAyABNgIUIANBqR42AhAgA0EWNgIMQQAhAgwDC0HeACECIAEgBEYNAiAJQQhqIQcgAygCACEFAkACQCABIARHBEAgBUGWyABqIQggBCAFaiABayEGIAVBf3NBCmoiBSABaiEAA0AgAS0AACAILQAARwRAQQIhCAwDCyAFRQRAQQAhCCAAIQEMAwsgBUEBayEFIAhBAWohCCAEIAFBAWoiAUcNAAsgBiEFIAQhAQsgB0EBNgIAIAMgBTYCAAwBCyADQQA2AgAgByAINgIACyAHIAE2AgQgCSgCDCEAAkACQCAJKAIIQQFrDgIEAQALIANBADYCHCADQcIeNgIQIANBFzYCDCADIABBAWo2AhRBACECDAMLIANBADYCHCADIAA2AhQgA0HXHjYCECADQQk2AgxBACECDAILIAEgBEYEQEEoIQIMAgsgA0EJNgIIIAMgATYCBEEnIQIMAQsgASAERgRAQQEhAgwBCwNAAkACQAJAIAEtAABBCmsOBAABAQABCyABQQFqIQEMAQsgAUEBaiEBIAMtAC5BIHENAEEAIQIgA0EANgIcIAMgATYCFCADQaEhNgIQIANBBTYCDAwCC0EBIQIgASAERw0ACwsgCUEQaiQAIAJFBEAgAygCDCEADAELIAMgAjYCHEEAIQAgAygCBCIBRQ0AIAMgASAEIAMoAggRAQAiAUUNACADIAQ2AhQgAyABNgIMIAEhAAsgAAu+AgECfyAAQQA6AAAgAEHkAGoiAUEBa0EAOgAAIABBADoAAiAAQQA6AAEgAUEDa0EAOgAAIAFBAmtBADoAACAAQQA6AAMgAUEEa0EAOgAAQQAgAGtBA3EiASAAaiIAQQA2AgBB5AAgAWtBfHEiAiAAaiIBQQRrQQA2AgACQCACQQlJDQAgAEEANgIIIABBADYCBCABQQhrQQA2AgAgAUEMa0EANgIAIAJBGUkNACAAQQA2AhggAEEANgIUIABBADYCECAAQQA2AgwgAUEQa0EANgIAIAFBFGtBADYCACABQRhrQQA2AgAgAUEca0EANgIAIAIgAEEEcUEYciICayIBQSBJDQAgACACaiEAA0AgAEIANwMYIABCADcDECAAQgA3AwggAEIANwMAIABBIGohACABQSBrIgFBH0sNAAsLC1YBAX8CQCAAKAIMDQACQAJAAkACQCAALQAxDgMBAAMCCyAAKAI4IgFFDQAgASgCMCIBRQ0AIAAgAREAACIBDQMLQQAPCwALIABByhk2AhBBDiEBCyABCxoAIAAoAgxFBEAgAEHeHzYCECAAQRU2AgwLCxQAIAAoAgxBFUYEQCAAQQA2AgwLCxQAIAAoAgxBFkYEQCAAQQA2AgwLCwcAIAAoAgwLBwAgACgCEAsJACAAIAE2AhALBwAgACgCFAsrAAJAIABBJ08NAEL//////wkgAK2IQgGDUA0AIABBAnRB0DhqKAIADwsACxcAIABBL08EQAALIABBAnRB7DlqKAIAC78JAQF/QfQtIQECQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCAAQeQAaw70A2NiAAFhYWFhYWECAwQFYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYQYHCAkKCwwNDg9hYWFhYRBhYWFhYWFhYWFhYRFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWESExQVFhcYGRobYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYRwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1NmE3ODk6YWFhYWFhYWE7YWFhPGFhYWE9Pj9hYWFhYWFhYUBhYUFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFCQ0RFRkdISUpLTE1OT1BRUlNhYWFhYWFhYVRVVldYWVpbYVxdYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhXmFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYV9gYQtB6iwPC0GYJg8LQe0xDwtBoDcPC0HJKQ8LQbQpDwtBli0PC0HrKw8LQaI1DwtB2zQPC0HgKQ8LQeMkDwtB1SQPC0HuJA8LQeYlDwtByjQPC0HQNw8LQao1DwtB9SwPC0H2Jg8LQYIiDwtB8jMPC0G+KA8LQec3DwtBzSEPC0HAIQ8LQbglDwtByyUPC0GWJA8LQY80DwtBzTUPC0HdKg8LQe4zDwtBnDQPC0GeMQ8LQfQ1DwtB5SIPC0GvJQ8LQZkxDwtBsjYPC0H5Ng8LQcQyDwtB3SwPC0GCMQ8LQcExDwtBjTcPC0HJJA8LQew2DwtB5yoPC0HIIw8LQeIhDwtByTcPC0GlIg8LQZQiDwtB2zYPC0HeNQ8LQYYmDwtBvCsPC0GLMg8LQaAjDwtB9jAPC0GALA8LQYkrDwtBpCYPC0HyIw8LQYEoDwtBqzIPC0HrJw8LQcI2DwtBoiQPC0HPKg8LQdwjDwtBhycPC0HkNA8LQbciDwtBrTEPC0HVIg8LQa80DwtB3iYPC0HWMg8LQfQ0DwtBgTgPC0H0Nw8LQZI2DwtBnScPC0GCKQ8LQY0jDwtB1zEPC0G9NQ8LQbQ3DwtB2DAPC0G2Jw8LQZo4DwtBpyoPC0HEJw8LQa4jDwtB9SIPCwALQcomIQELIAELFwAgACAALwEuQf7/A3EgAUEAR3I7AS4LGgAgACAALwEuQf3/A3EgAUEAR0EBdHI7AS4LGgAgACAALwEuQfv/A3EgAUEAR0ECdHI7AS4LGgAgACAALwEuQff/A3EgAUEAR0EDdHI7AS4LGgAgACAALwEuQe//A3EgAUEAR0EEdHI7AS4LGgAgACAALwEuQd//A3EgAUEAR0EFdHI7AS4LGgAgACAALwEuQb//A3EgAUEAR0EGdHI7AS4LGgAgACAALwEuQf/+A3EgAUEAR0EHdHI7AS4LGgAgACAALwEuQf/9A3EgAUEAR0EIdHI7AS4LGgAgACAALwEuQf/7A3EgAUEAR0EJdHI7AS4LPgECfwJAIAAoAjgiA0UNACADKAIEIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHhEjYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIIIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEH8ETYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIMIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHsCjYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIQIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEH6HjYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIUIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHLEDYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIYIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEG3HzYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIcIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEG/FTYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIsIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEH+CDYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIgIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEGMHTYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIkIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHmFTYCEEEYIQQLIAQLOAAgAAJ/IAAvATJBFHFBFEYEQEEBIAAtAChBAUYNARogAC8BNEHlAEYMAQsgAC0AKUEFRgs6ADALWQECfwJAIAAtAChBAUYNACAALwE0IgFB5ABrQeQASQ0AIAFBzAFGDQAgAUGwAkYNACAALwEyIgBBwABxDQBBASECIABBiARxQYAERg0AIABBKHFFIQILIAILjAEBAn8CQAJAAkAgAC0AKkUNACAALQArRQ0AIAAvATIiAUECcUUNAQwCCyAALwEyIgFBAXFFDQELQQEhAiAALQAoQQFGDQAgAC8BNCIAQeQAa0HkAEkNACAAQcwBRg0AIABBsAJGDQAgAUHAAHENAEEAIQIgAUGIBHFBgARGDQAgAUEocUEARyECCyACC1cAIABBGGpCADcDACAAQgA3AwAgAEE4akIANwMAIABBMGpCADcDACAAQShqQgA3AwAgAEEgakIANwMAIABBEGpCADcDACAAQQhqQgA3AwAgAEH9ATYCHAsGACAAEDoLmi0BC38jAEEQayIKJABB3NUAKAIAIglFBEBBnNkAKAIAIgVFBEBBqNkAQn83AgBBoNkAQoCAhICAgMAANwIAQZzZACAKQQhqQXBxQdiq1aoFcyIFNgIAQbDZAEEANgIAQYDZAEEANgIAC0GE2QBBwNkENgIAQdTVAEHA2QQ2AgBB6NUAIAU2AgBB5NUAQX82AgBBiNkAQcCmAzYCAANAIAFBgNYAaiABQfTVAGoiAjYCACACIAFB7NUAaiIDNgIAIAFB+NUAaiADNgIAIAFBiNYAaiABQfzVAGoiAzYCACADIAI2AgAgAUGQ1gBqIAFBhNYAaiICNgIAIAIgAzYCACABQYzWAGogAjYCACABQSBqIgFBgAJHDQALQczZBEGBpgM2AgBB4NUAQazZACgCADYCAEHQ1QBBgKYDNgIAQdzVAEHI2QQ2AgBBzP8HQTg2AgBByNkEIQkLAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAEHsAU0EQEHE1QAoAgAiBkEQIABBE2pBcHEgAEELSRsiBEEDdiIAdiIBQQNxBEACQCABQQFxIAByQQFzIgJBA3QiAEHs1QBqIgEgAEH01QBqKAIAIgAoAggiA0YEQEHE1QAgBkF+IAJ3cTYCAAwBCyABIAM2AgggAyABNgIMCyAAQQhqIQEgACACQQN0IgJBA3I2AgQgACACaiIAIAAoAgRBAXI2AgQMEQtBzNUAKAIAIgggBE8NASABBEACQEECIAB0IgJBACACa3IgASAAdHFoIgBBA3QiAkHs1QBqIgEgAkH01QBqKAIAIgIoAggiA0YEQEHE1QAgBkF+IAB3cSIGNgIADAELIAEgAzYCCCADIAE2AgwLIAIgBEEDcjYCBCAAQQN0IgAgBGshBSAAIAJqIAU2AgAgAiAEaiIEIAVBAXI2AgQgCARAIAhBeHFB7NUAaiEAQdjVACgCACEDAn9BASAIQQN2dCIBIAZxRQRAQcTVACABIAZyNgIAIAAMAQsgACgCCAsiASADNgIMIAAgAzYCCCADIAA2AgwgAyABNgIICyACQQhqIQFB2NUAIAQ2AgBBzNUAIAU2AgAMEQtByNUAKAIAIgtFDQEgC2hBAnRB9NcAaigCACIAKAIEQXhxIARrIQUgACECA0ACQCACKAIQIgFFBEAgAkEUaigCACIBRQ0BCyABKAIEQXhxIARrIgMgBUkhAiADIAUgAhshBSABIAAgAhshACABIQIMAQsLIAAoAhghCSAAKAIMIgMgAEcEQEHU1QAoAgAaIAMgACgCCCIBNgIIIAEgAzYCDAwQCyAAQRRqIgIoAgAiAUUEQCAAKAIQIgFFDQMgAEEQaiECCwNAIAIhByABIgNBFGoiAigCACIBDQAgA0EQaiECIAMoAhAiAQ0ACyAHQQA2AgAMDwtBfyEEIABBv39LDQAgAEETaiIBQXBxIQRByNUAKAIAIghFDQBBACAEayEFAkACQAJAAn9BACAEQYACSQ0AGkEfIARB////B0sNABogBEEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+agsiBkECdEH01wBqKAIAIgJFBEBBACEBQQAhAwwBC0EAIQEgBEEZIAZBAXZrQQAgBkEfRxt0IQBBACEDA0ACQCACKAIEQXhxIARrIgcgBU8NACACIQMgByIFDQBBACEFIAIhAQwDCyABIAJBFGooAgAiByAHIAIgAEEddkEEcWpBEGooAgAiAkYbIAEgBxshASAAQQF0IQAgAg0ACwsgASADckUEQEEAIQNBAiAGdCIAQQAgAGtyIAhxIgBFDQMgAGhBAnRB9NcAaigCACEBCyABRQ0BCwNAIAEoAgRBeHEgBGsiAiAFSSEAIAIgBSAAGyEFIAEgAyAAGyEDIAEoAhAiAAR/IAAFIAFBFGooAgALIgENAAsLIANFDQAgBUHM1QAoAgAgBGtPDQAgAygCGCEHIAMgAygCDCIARwRAQdTVACgCABogACADKAIIIgE2AgggASAANgIMDA4LIANBFGoiAigCACIBRQRAIAMoAhAiAUUNAyADQRBqIQILA0AgAiEGIAEiAEEUaiICKAIAIgENACAAQRBqIQIgACgCECIBDQALIAZBADYCAAwNC0HM1QAoAgAiAyAETwRAQdjVACgCACEBAkAgAyAEayICQRBPBEAgASAEaiIAIAJBAXI2AgQgASADaiACNgIAIAEgBEEDcjYCBAwBCyABIANBA3I2AgQgASADaiIAIAAoAgRBAXI2AgRBACEAQQAhAgtBzNUAIAI2AgBB2NUAIAA2AgAgAUEIaiEBDA8LQdDVACgCACIDIARLBEAgBCAJaiIAIAMgBGsiAUEBcjYCBEHc1QAgADYCAEHQ1QAgATYCACAJIARBA3I2AgQgCUEIaiEBDA8LQQAhASAEAn9BnNkAKAIABEBBpNkAKAIADAELQajZAEJ/NwIAQaDZAEKAgISAgIDAADcCAEGc2QAgCkEMakFwcUHYqtWqBXM2AgBBsNkAQQA2AgBBgNkAQQA2AgBBgIAECyIAIARBxwBqIgVqIgZBACAAayIHcSICTwRAQbTZAEEwNgIADA8LAkBB/NgAKAIAIgFFDQBB9NgAKAIAIgggAmohACAAIAFNIAAgCEtxDQBBACEBQbTZAEEwNgIADA8LQYDZAC0AAEEEcQ0EAkACQCAJBEBBhNkAIQEDQCABKAIAIgAgCU0EQCAAIAEoAgRqIAlLDQMLIAEoAggiAQ0ACwtBABA7IgBBf0YNBSACIQZBoNkAKAIAIgFBAWsiAyAAcQRAIAIgAGsgACADakEAIAFrcWohBgsgBCAGTw0FIAZB/v///wdLDQVB/NgAKAIAIgMEQEH02AAoAgAiByAGaiEBIAEgB00NBiABIANLDQYLIAYQOyIBIABHDQEMBwsgBiADayAHcSIGQf7///8HSw0EIAYQOyEAIAAgASgCACABKAIEakYNAyAAIQELAkAgBiAEQcgAak8NACABQX9GDQBBpNkAKAIAIgAgBSAGa2pBACAAa3EiAEH+////B0sEQCABIQAMBwsgABA7QX9HBEAgACAGaiEGIAEhAAwHC0EAIAZrEDsaDAQLIAEiAEF/Rw0FDAMLQQAhAwwMC0EAIQAMCgsgAEF/Rw0CC0GA2QBBgNkAKAIAQQRyNgIACyACQf7///8HSw0BIAIQOyEAQQAQOyEBIABBf0YNASABQX9GDQEgACABTw0BIAEgAGsiBiAEQThqTQ0BC0H02ABB9NgAKAIAIAZqIgE2AgBB+NgAKAIAIAFJBEBB+NgAIAE2AgALAkACQAJAQdzVACgCACICBEBBhNkAIQEDQCAAIAEoAgAiAyABKAIEIgVqRg0CIAEoAggiAQ0ACwwCC0HU1QAoAgAiAUEARyAAIAFPcUUEQEHU1QAgADYCAAtBACEBQYjZACAGNgIAQYTZACAANgIAQeTVAEF/NgIAQejVAEGc2QAoAgA2AgBBkNkAQQA2AgADQCABQYDWAGogAUH01QBqIgI2AgAgAiABQezVAGoiAzYCACABQfjVAGogAzYCACABQYjWAGogAUH81QBqIgM2AgAgAyACNgIAIAFBkNYAaiABQYTWAGoiAjYCACACIAM2AgAgAUGM1gBqIAI2AgAgAUEgaiIBQYACRw0AC0F4IABrQQ9xIgEgAGoiAiAGQThrIgMgAWsiAUEBcjYCBEHg1QBBrNkAKAIANgIAQdDVACABNgIAQdzVACACNgIAIAAgA2pBODYCBAwCCyAAIAJNDQAgAiADSQ0AIAEoAgxBCHENAEF4IAJrQQ9xIgAgAmoiA0HQ1QAoAgAgBmoiByAAayIAQQFyNgIEIAEgBSAGajYCBEHg1QBBrNkAKAIANgIAQdDVACAANgIAQdzVACADNgIAIAIgB2pBODYCBAwBCyAAQdTVACgCAEkEQEHU1QAgADYCAAsgACAGaiEDQYTZACEBAkACQAJAA0AgAyABKAIARwRAIAEoAggiAQ0BDAILCyABLQAMQQhxRQ0BC0GE2QAhAQNAIAEoAgAiAyACTQRAIAMgASgCBGoiBSACSw0DCyABKAIIIQEMAAsACyABIAA2AgAgASABKAIEIAZqNgIEIABBeCAAa0EPcWoiCSAEQQNyNgIEIANBeCADa0EPcWoiBiAEIAlqIgRrIQEgAiAGRgRAQdzVACAENgIAQdDVAEHQ1QAoAgAgAWoiADYCACAEIABBAXI2AgQMCAtB2NUAKAIAIAZGBEBB2NUAIAQ2AgBBzNUAQczVACgCACABaiIANgIAIAQgAEEBcjYCBCAAIARqIAA2AgAMCAsgBigCBCIFQQNxQQFHDQYgBUF4cSEIIAVB/wFNBEAgBUEDdiEDIAYoAggiACAGKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwHCyACIAA2AgggACACNgIMDAYLIAYoAhghByAGIAYoAgwiAEcEQCAAIAYoAggiAjYCCCACIAA2AgwMBQsgBkEUaiICKAIAIgVFBEAgBigCECIFRQ0EIAZBEGohAgsDQCACIQMgBSIAQRRqIgIoAgAiBQ0AIABBEGohAiAAKAIQIgUNAAsgA0EANgIADAQLQXggAGtBD3EiASAAaiIHIAZBOGsiAyABayIBQQFyNgIEIAAgA2pBODYCBCACIAVBNyAFa0EPcWpBP2siAyADIAJBEGpJGyIDQSM2AgRB4NUAQazZACgCADYCAEHQ1QAgATYCAEHc1QAgBzYCACADQRBqQYzZACkCADcCACADQYTZACkCADcCCEGM2QAgA0EIajYCAEGI2QAgBjYCAEGE2QAgADYCAEGQ2QBBADYCACADQSRqIQEDQCABQQc2AgAgBSABQQRqIgFLDQALIAIgA0YNACADIAMoAgRBfnE2AgQgAyADIAJrIgU2AgAgAiAFQQFyNgIEIAVB/wFNBEAgBUF4cUHs1QBqIQACf0HE1QAoAgAiAUEBIAVBA3Z0IgNxRQRAQcTVACABIANyNgIAIAAMAQsgACgCCAsiASACNgIMIAAgAjYCCCACIAA2AgwgAiABNgIIDAELQR8hASAFQf///wdNBEAgBUEmIAVBCHZnIgBrdkEBcSAAQQF0a0E+aiEBCyACIAE2AhwgAkIANwIQIAFBAnRB9NcAaiEAQcjVACgCACIDQQEgAXQiBnFFBEAgACACNgIAQcjVACADIAZyNgIAIAIgADYCGCACIAI2AgggAiACNgIMDAELIAVBGSABQQF2a0EAIAFBH0cbdCEBIAAoAgAhAwJAA0AgAyIAKAIEQXhxIAVGDQEgAUEddiEDIAFBAXQhASAAIANBBHFqQRBqIgYoAgAiAw0ACyAGIAI2AgAgAiAANgIYIAIgAjYCDCACIAI2AggMAQsgACgCCCIBIAI2AgwgACACNgIIIAJBADYCGCACIAA2AgwgAiABNgIIC0HQ1QAoAgAiASAETQ0AQdzVACgCACIAIARqIgIgASAEayIBQQFyNgIEQdDVACABNgIAQdzVACACNgIAIAAgBEEDcjYCBCAAQQhqIQEMCAtBACEBQbTZAEEwNgIADAcLQQAhAAsgB0UNAAJAIAYoAhwiAkECdEH01wBqIgMoAgAgBkYEQCADIAA2AgAgAA0BQcjVAEHI1QAoAgBBfiACd3E2AgAMAgsgB0EQQRQgBygCECAGRhtqIAA2AgAgAEUNAQsgACAHNgIYIAYoAhAiAgRAIAAgAjYCECACIAA2AhgLIAZBFGooAgAiAkUNACAAQRRqIAI2AgAgAiAANgIYCyABIAhqIQEgBiAIaiIGKAIEIQULIAYgBUF+cTYCBCABIARqIAE2AgAgBCABQQFyNgIEIAFB/wFNBEAgAUF4cUHs1QBqIQACf0HE1QAoAgAiAkEBIAFBA3Z0IgFxRQRAQcTVACABIAJyNgIAIAAMAQsgACgCCAsiASAENgIMIAAgBDYCCCAEIAA2AgwgBCABNgIIDAELQR8hBSABQf///wdNBEAgAUEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+aiEFCyAEIAU2AhwgBEIANwIQIAVBAnRB9NcAaiEAQcjVACgCACICQQEgBXQiA3FFBEAgACAENgIAQcjVACACIANyNgIAIAQgADYCGCAEIAQ2AgggBCAENgIMDAELIAFBGSAFQQF2a0EAIAVBH0cbdCEFIAAoAgAhAAJAA0AgACICKAIEQXhxIAFGDQEgBUEddiEAIAVBAXQhBSACIABBBHFqQRBqIgMoAgAiAA0ACyADIAQ2AgAgBCACNgIYIAQgBDYCDCAEIAQ2AggMAQsgAigCCCIAIAQ2AgwgAiAENgIIIARBADYCGCAEIAI2AgwgBCAANgIICyAJQQhqIQEMAgsCQCAHRQ0AAkAgAygCHCIBQQJ0QfTXAGoiAigCACADRgRAIAIgADYCACAADQFByNUAIAhBfiABd3EiCDYCAAwCCyAHQRBBFCAHKAIQIANGG2ogADYCACAARQ0BCyAAIAc2AhggAygCECIBBEAgACABNgIQIAEgADYCGAsgA0EUaigCACIBRQ0AIABBFGogATYCACABIAA2AhgLAkAgBUEPTQRAIAMgBCAFaiIAQQNyNgIEIAAgA2oiACAAKAIEQQFyNgIEDAELIAMgBGoiAiAFQQFyNgIEIAMgBEEDcjYCBCACIAVqIAU2AgAgBUH/AU0EQCAFQXhxQezVAGohAAJ/QcTVACgCACIBQQEgBUEDdnQiBXFFBEBBxNUAIAEgBXI2AgAgAAwBCyAAKAIICyIBIAI2AgwgACACNgIIIAIgADYCDCACIAE2AggMAQtBHyEBIAVB////B00EQCAFQSYgBUEIdmciAGt2QQFxIABBAXRrQT5qIQELIAIgATYCHCACQgA3AhAgAUECdEH01wBqIQBBASABdCIEIAhxRQRAIAAgAjYCAEHI1QAgBCAIcjYCACACIAA2AhggAiACNgIIIAIgAjYCDAwBCyAFQRkgAUEBdmtBACABQR9HG3QhASAAKAIAIQQCQANAIAQiACgCBEF4cSAFRg0BIAFBHXYhBCABQQF0IQEgACAEQQRxakEQaiIGKAIAIgQNAAsgBiACNgIAIAIgADYCGCACIAI2AgwgAiACNgIIDAELIAAoAggiASACNgIMIAAgAjYCCCACQQA2AhggAiAANgIMIAIgATYCCAsgA0EIaiEBDAELAkAgCUUNAAJAIAAoAhwiAUECdEH01wBqIgIoAgAgAEYEQCACIAM2AgAgAw0BQcjVACALQX4gAXdxNgIADAILIAlBEEEUIAkoAhAgAEYbaiADNgIAIANFDQELIAMgCTYCGCAAKAIQIgEEQCADIAE2AhAgASADNgIYCyAAQRRqKAIAIgFFDQAgA0EUaiABNgIAIAEgAzYCGAsCQCAFQQ9NBEAgACAEIAVqIgFBA3I2AgQgACABaiIBIAEoAgRBAXI2AgQMAQsgACAEaiIHIAVBAXI2AgQgACAEQQNyNgIEIAUgB2ogBTYCACAIBEAgCEF4cUHs1QBqIQFB2NUAKAIAIQMCf0EBIAhBA3Z0IgIgBnFFBEBBxNUAIAIgBnI2AgAgAQwBCyABKAIICyICIAM2AgwgASADNgIIIAMgATYCDCADIAI2AggLQdjVACAHNgIAQczVACAFNgIACyAAQQhqIQELIApBEGokACABC0MAIABFBEA/AEEQdA8LAkAgAEH//wNxDQAgAEEASA0AIABBEHZAACIAQX9GBEBBtNkAQTA2AgBBfw8LIABBEHQPCwALC5lCIgBBgAgLDQEAAAAAAAAAAgAAAAMAQZgICwUEAAAABQBBqAgLCQYAAAAHAAAACABB5AgLwjJJbnZhbGlkIGNoYXIgaW4gdXJsIHF1ZXJ5AFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fYm9keQBDb250ZW50LUxlbmd0aCBvdmVyZmxvdwBDaHVuayBzaXplIG92ZXJmbG93AEludmFsaWQgbWV0aG9kIGZvciBIVFRQL3gueCByZXF1ZXN0AEludmFsaWQgbWV0aG9kIGZvciBSVFNQL3gueCByZXF1ZXN0AEV4cGVjdGVkIFNPVVJDRSBtZXRob2QgZm9yIElDRS94LnggcmVxdWVzdABJbnZhbGlkIGNoYXIgaW4gdXJsIGZyYWdtZW50IHN0YXJ0AEV4cGVjdGVkIGRvdABTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3N0YXR1cwBJbnZhbGlkIHJlc3BvbnNlIHN0YXR1cwBFeHBlY3RlZCBMRiBhZnRlciBoZWFkZXJzAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMAVXNlciBjYWxsYmFjayBlcnJvcgBgb25fcmVzZXRgIGNhbGxiYWNrIGVycm9yAGBvbl9jaHVua19oZWFkZXJgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2JlZ2luYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX3ZhbHVlYCBjYWxsYmFjayBlcnJvcgBgb25fc3RhdHVzX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fdmVyc2lvbl9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3VybF9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3Byb3RvY29sX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9oZWFkZXJfdmFsdWVfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fbWV0aG9kX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25faGVhZGVyX2ZpZWxkX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX25hbWVgIGNhbGxiYWNrIGVycm9yAFVuZXhwZWN0ZWQgY2hhciBpbiB1cmwgc2VydmVyAEludmFsaWQgaGVhZGVyIHZhbHVlIGNoYXIASW52YWxpZCBoZWFkZXIgZmllbGQgY2hhcgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3ZlcnNpb24ASW52YWxpZCBtaW5vciB2ZXJzaW9uAEludmFsaWQgbWFqb3IgdmVyc2lvbgBFeHBlY3RlZCBzcGFjZSBhZnRlciB2ZXJzaW9uAEV4cGVjdGVkIENSTEYgYWZ0ZXIgdmVyc2lvbgBJbnZhbGlkIEhUVFAgdmVyc2lvbgBJbnZhbGlkIGhlYWRlciB0b2tlbgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3VybABJbnZhbGlkIGNoYXJhY3RlcnMgaW4gdXJsAFVuZXhwZWN0ZWQgc3RhcnQgY2hhciBpbiB1cmwARG91YmxlIEAgaW4gdXJsAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fcHJvdG9jb2wARW1wdHkgQ29udGVudC1MZW5ndGgASW52YWxpZCBjaGFyYWN0ZXIgaW4gQ29udGVudC1MZW5ndGgAVHJhbnNmZXItRW5jb2RpbmcgY2FuJ3QgYmUgcHJlc2VudCB3aXRoIENvbnRlbnQtTGVuZ3RoAER1cGxpY2F0ZSBDb250ZW50LUxlbmd0aABJbnZhbGlkIGNoYXIgaW4gdXJsIHBhdGgAQ29udGVudC1MZW5ndGggY2FuJ3QgYmUgcHJlc2VudCB3aXRoIFRyYW5zZmVyLUVuY29kaW5nAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgc2l6ZQBFeHBlY3RlZCBMRiBhZnRlciBjaHVuayBzaXplAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIHNpemUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfdmFsdWUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9jaHVua19leHRlbnNpb25fdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyB2YWx1ZQBVbmV4cGVjdGVkIHdoaXRlc3BhY2UgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgTEYgYWZ0ZXIgaGVhZGVyIHZhbHVlAEludmFsaWQgYFRyYW5zZmVyLUVuY29kaW5nYCBoZWFkZXIgdmFsdWUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciBjaHVuayBleHRlbnNpb24gdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBxdW90ZSB2YWx1ZQBJbnZhbGlkIHF1b3RlZC1wYWlyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAFBhdXNlZCBieSBvbl9oZWFkZXJzX2NvbXBsZXRlAEludmFsaWQgRU9GIHN0YXRlAG9uX3Jlc2V0IHBhdXNlAG9uX2NodW5rX2hlYWRlciBwYXVzZQBvbl9tZXNzYWdlX2JlZ2luIHBhdXNlAG9uX2NodW5rX2V4dGVuc2lvbl92YWx1ZSBwYXVzZQBvbl9zdGF0dXNfY29tcGxldGUgcGF1c2UAb25fdmVyc2lvbl9jb21wbGV0ZSBwYXVzZQBvbl91cmxfY29tcGxldGUgcGF1c2UAb25fcHJvdG9jb2xfY29tcGxldGUgcGF1c2UAb25fY2h1bmtfY29tcGxldGUgcGF1c2UAb25faGVhZGVyX3ZhbHVlX2NvbXBsZXRlIHBhdXNlAG9uX21lc3NhZ2VfY29tcGxldGUgcGF1c2UAb25fbWV0aG9kX2NvbXBsZXRlIHBhdXNlAG9uX2hlYWRlcl9maWVsZF9jb21wbGV0ZSBwYXVzZQBvbl9jaHVua19leHRlbnNpb25fbmFtZSBwYXVzZQBVbmV4cGVjdGVkIHNwYWNlIGFmdGVyIHN0YXJ0IGxpbmUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciByZXNwb25zZSBsaW5lAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fY2h1bmtfZXh0ZW5zaW9uX25hbWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBuYW1lAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgZXh0ZW5zaW9uIG5hbWUASW52YWxpZCBzdGF0dXMgY29kZQBQYXVzZSBvbiBDT05ORUNUL1VwZ3JhZGUAUGF1c2Ugb24gUFJJL1VwZ3JhZGUARXhwZWN0ZWQgSFRUUC8yIENvbm5lY3Rpb24gUHJlZmFjZQBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX21ldGhvZABFeHBlY3RlZCBzcGFjZSBhZnRlciBtZXRob2QAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfZmllbGQAUGF1c2VkAEludmFsaWQgd29yZCBlbmNvdW50ZXJlZABJbnZhbGlkIG1ldGhvZCBlbmNvdW50ZXJlZABNaXNzaW5nIGV4cGVjdGVkIENSIGFmdGVyIGNodW5rIGRhdGEARXhwZWN0ZWQgTEYgYWZ0ZXIgY2h1bmsgZGF0YQBVbmV4cGVjdGVkIGNoYXIgaW4gdXJsIHNjaGVtYQBSZXF1ZXN0IGhhcyBpbnZhbGlkIGBUcmFuc2Zlci1FbmNvZGluZ2AARGF0YSBhZnRlciBgQ29ubmVjdGlvbjogY2xvc2VgAFNXSVRDSF9QUk9YWQBVU0VfUFJPWFkATUtBQ1RJVklUWQBVTlBST0NFU1NBQkxFX0VOVElUWQBRVUVSWQBDT1BZAE1PVkVEX1BFUk1BTkVOVExZAFRPT19FQVJMWQBOT1RJRlkARkFJTEVEX0RFUEVOREVOQ1kAQkFEX0dBVEVXQVkAUExBWQBQVVQAQ0hFQ0tPVVQAR0FURVdBWV9USU1FT1VUAFJFUVVFU1RfVElNRU9VVABORVRXT1JLX0NPTk5FQ1RfVElNRU9VVABDT05ORUNUSU9OX1RJTUVPVVQATE9HSU5fVElNRU9VVABORVRXT1JLX1JFQURfVElNRU9VVABQT1NUAE1JU0RJUkVDVEVEX1JFUVVFU1QAQ0xJRU5UX0NMT1NFRF9SRVFVRVNUAENMSUVOVF9DTE9TRURfTE9BRF9CQUxBTkNFRF9SRVFVRVNUAEJBRF9SRVFVRVNUAEhUVFBfUkVRVUVTVF9TRU5UX1RPX0hUVFBTX1BPUlQAUkVQT1JUAElNX0FfVEVBUE9UAFJFU0VUX0NPTlRFTlQATk9fQ09OVEVOVABQQVJUSUFMX0NPTlRFTlQASFBFX0lOVkFMSURfQ09OU1RBTlQASFBFX0NCX1JFU0VUAEdFVABIUEVfU1RSSUNUAENPTkZMSUNUAFRFTVBPUkFSWV9SRURJUkVDVABQRVJNQU5FTlRfUkVESVJFQ1QAQ09OTkVDVABNVUxUSV9TVEFUVVMASFBFX0lOVkFMSURfU1RBVFVTAFRPT19NQU5ZX1JFUVVFU1RTAEVBUkxZX0hJTlRTAFVOQVZBSUxBQkxFX0ZPUl9MRUdBTF9SRUFTT05TAE9QVElPTlMAU1dJVENISU5HX1BST1RPQ09MUwBWQVJJQU5UX0FMU09fTkVHT1RJQVRFUwBNVUxUSVBMRV9DSE9JQ0VTAElOVEVSTkFMX1NFUlZFUl9FUlJPUgBXRUJfU0VSVkVSX1VOS05PV05fRVJST1IAUkFJTEdVTl9FUlJPUgBJREVOVElUWV9QUk9WSURFUl9BVVRIRU5USUNBVElPTl9FUlJPUgBTU0xfQ0VSVElGSUNBVEVfRVJST1IASU5WQUxJRF9YX0ZPUldBUkRFRF9GT1IAU0VUX1BBUkFNRVRFUgBHRVRfUEFSQU1FVEVSAEhQRV9VU0VSAFNFRV9PVEhFUgBIUEVfQ0JfQ0hVTktfSEVBREVSAEV4cGVjdGVkIExGIGFmdGVyIENSAE1LQ0FMRU5EQVIAU0VUVVAAV0VCX1NFUlZFUl9JU19ET1dOAFRFQVJET1dOAEhQRV9DTE9TRURfQ09OTkVDVElPTgBIRVVSSVNUSUNfRVhQSVJBVElPTgBESVNDT05ORUNURURfT1BFUkFUSU9OAE5PTl9BVVRIT1JJVEFUSVZFX0lORk9STUFUSU9OAEhQRV9JTlZBTElEX1ZFUlNJT04ASFBFX0NCX01FU1NBR0VfQkVHSU4AU0lURV9JU19GUk9aRU4ASFBFX0lOVkFMSURfSEVBREVSX1RPS0VOAElOVkFMSURfVE9LRU4ARk9SQklEREVOAEVOSEFOQ0VfWU9VUl9DQUxNAEhQRV9JTlZBTElEX1VSTABCTE9DS0VEX0JZX1BBUkVOVEFMX0NPTlRST0wATUtDT0wAQUNMAEhQRV9JTlRFUk5BTABSRVFVRVNUX0hFQURFUl9GSUVMRFNfVE9PX0xBUkdFX1VOT0ZGSUNJQUwASFBFX09LAFVOTElOSwBVTkxPQ0sAUFJJAFJFVFJZX1dJVEgASFBFX0lOVkFMSURfQ09OVEVOVF9MRU5HVEgASFBFX1VORVhQRUNURURfQ09OVEVOVF9MRU5HVEgARkxVU0gAUFJPUFBBVENIAE0tU0VBUkNIAFVSSV9UT09fTE9ORwBQUk9DRVNTSU5HAE1JU0NFTExBTkVPVVNfUEVSU0lTVEVOVF9XQVJOSU5HAE1JU0NFTExBTkVPVVNfV0FSTklORwBIUEVfSU5WQUxJRF9UUkFOU0ZFUl9FTkNPRElORwBFeHBlY3RlZCBDUkxGAEhQRV9JTlZBTElEX0NIVU5LX1NJWkUATU9WRQBDT05USU5VRQBIUEVfQ0JfU1RBVFVTX0NPTVBMRVRFAEhQRV9DQl9IRUFERVJTX0NPTVBMRVRFAEhQRV9DQl9WRVJTSU9OX0NPTVBMRVRFAEhQRV9DQl9VUkxfQ09NUExFVEUASFBFX0NCX1BST1RPQ09MX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19DT01QTEVURQBIUEVfQ0JfSEVBREVSX1ZBTFVFX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19FWFRFTlNJT05fVkFMVUVfQ09NUExFVEUASFBFX0NCX0NIVU5LX0VYVEVOU0lPTl9OQU1FX0NPTVBMRVRFAEhQRV9DQl9NRVNTQUdFX0NPTVBMRVRFAEhQRV9DQl9NRVRIT0RfQ09NUExFVEUASFBFX0NCX0hFQURFUl9GSUVMRF9DT01QTEVURQBERUxFVEUASFBFX0lOVkFMSURfRU9GX1NUQVRFAElOVkFMSURfU1NMX0NFUlRJRklDQVRFAFBBVVNFAE5PX1JFU1BPTlNFAFVOU1VQUE9SVEVEX01FRElBX1RZUEUAR09ORQBOT1RfQUNDRVBUQUJMRQBTRVJWSUNFX1VOQVZBSUxBQkxFAFJBTkdFX05PVF9TQVRJU0ZJQUJMRQBPUklHSU5fSVNfVU5SRUFDSEFCTEUAUkVTUE9OU0VfSVNfU1RBTEUAUFVSR0UATUVSR0UAUkVRVUVTVF9IRUFERVJfRklFTERTX1RPT19MQVJHRQBSRVFVRVNUX0hFQURFUl9UT09fTEFSR0UAUEFZTE9BRF9UT09fTEFSR0UASU5TVUZGSUNJRU5UX1NUT1JBR0UASFBFX1BBVVNFRF9VUEdSQURFAEhQRV9QQVVTRURfSDJfVVBHUkFERQBTT1VSQ0UAQU5OT1VOQ0UAVFJBQ0UASFBFX1VORVhQRUNURURfU1BBQ0UAREVTQ1JJQkUAVU5TVUJTQ1JJQkUAUkVDT1JEAEhQRV9JTlZBTElEX01FVEhPRABOT1RfRk9VTkQAUFJPUEZJTkQAVU5CSU5EAFJFQklORABVTkFVVEhPUklaRUQATUVUSE9EX05PVF9BTExPV0VEAEhUVFBfVkVSU0lPTl9OT1RfU1VQUE9SVEVEAEFMUkVBRFlfUkVQT1JURUQAQUNDRVBURUQATk9UX0lNUExFTUVOVEVEAExPT1BfREVURUNURUQASFBFX0NSX0VYUEVDVEVEAEhQRV9MRl9FWFBFQ1RFRABDUkVBVEVEAElNX1VTRUQASFBFX1BBVVNFRABUSU1FT1VUX09DQ1VSRUQAUEFZTUVOVF9SRVFVSVJFRABQUkVDT05ESVRJT05fUkVRVUlSRUQAUFJPWFlfQVVUSEVOVElDQVRJT05fUkVRVUlSRUQATkVUV09SS19BVVRIRU5USUNBVElPTl9SRVFVSVJFRABMRU5HVEhfUkVRVUlSRUQAU1NMX0NFUlRJRklDQVRFX1JFUVVJUkVEAFVQR1JBREVfUkVRVUlSRUQAUEFHRV9FWFBJUkVEAFBSRUNPTkRJVElPTl9GQUlMRUQARVhQRUNUQVRJT05fRkFJTEVEAFJFVkFMSURBVElPTl9GQUlMRUQAU1NMX0hBTkRTSEFLRV9GQUlMRUQATE9DS0VEAFRSQU5TRk9STUFUSU9OX0FQUExJRUQATk9UX01PRElGSUVEAE5PVF9FWFRFTkRFRABCQU5EV0lEVEhfTElNSVRfRVhDRUVERUQAU0lURV9JU19PVkVSTE9BREVEAEhFQUQARXhwZWN0ZWQgSFRUUC8sIFJUU1AvIG9yIElDRS8A5xUAAK8VAACkEgAAkhoAACYWAACeFAAA2xkAAHkVAAB+EgAA/hQAADYVAAALFgAA2BYAAPMSAABCGAAArBYAABIVAAAUFwAA7xcAAEgUAABxFwAAshoAAGsZAAB+GQAANRQAAIIaAABEFwAA/RYAAB4YAACHFwAAqhkAAJMSAAAHGAAALBcAAMoXAACkFwAA5xUAAOcVAABYFwAAOxgAAKASAAAtHAAAwxEAAEgRAADeEgAAQhMAAKQZAAD9EAAA9xUAAKUVAADvFgAA+BkAAEoWAABWFgAA9RUAAAoaAAAIGgAAARoAAKsVAABCEgAA1xAAAEwRAAAFGQAAVBYAAB4RAADKGQAAyBkAAE4WAAD/GAAAcRQAAPAVAADuFQAAlBkAAPwVAAC/GQAAmxkAAHwUAABDEQAAcBgAAJUUAAAnFAAAGRQAANUSAADUGQAARBYAAPcQAEG5OwsBAQBB0DsL4AEBAQIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBuj0LBAEAAAIAQdE9C14DBAMDAwMDAAADAwADAwADAwMDAwMDAwMDAAUAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAwADAEG6PwsEAQAAAgBB0T8LXgMAAwMDAwMAAAMDAAMDAAMDAwMDAwMDAwMABAAFAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwADAAMAQbDBAAsNbG9zZWVlcC1hbGl2ZQBBycEACwEBAEHgwQAL4AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBycMACwEBAEHgwwAL5wEBAQEBAQEBAQEBAQECAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAWNodW5rZWQAQfHFAAteAQABAQEBAQAAAQEAAQEAAQEBAQEBAQEBAQAAAAAAAAABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQAAAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAEAAQBB0McACyFlY3Rpb25lbnQtbGVuZ3Rob25yb3h5LWNvbm5lY3Rpb24AQYDIAAsgcmFuc2Zlci1lbmNvZGluZ3BncmFkZQ0KDQpTTQ0KDQoAQanIAAsFAQIAAQMAQcDIAAtfBAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanKAAsFAQIAAQMAQcDKAAtfBAUFBgUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanMAAsEAQAAAQBBwcwAC14CAgACAgICAgICAgICAgICAgICAgICAgICAgICAgIAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAEGpzgALBQECAAEDAEHAzgALXwQFAAAFBQUFBQUFBQUFBQYFBQUFBQUFBQUFBQUABQAHCAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQAFAAUABQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAAAAFAEGp0AALBQEBAAEBAEHA0AALAQEAQdrQAAtBAgAAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAQanSAAsFAQEAAQEAQcDSAAsBAQBBytIACwYCAAAAAAIAQeHSAAs6AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwBBoNQAC50BTk9VTkNFRUNLT1VUTkVDVEVURUNSSUJFTFVTSEVURUFEU0VBUkNIUkdFQ1RJVklUWUxFTkRBUlZFT1RJRllQVElPTlNDSFNFQVlTVEFUQ0hHRVVFUllPUkRJUkVDVE9SVFJDSFBBUkFNRVRFUlVSQ0VCU0NSSUJFQVJET1dOQUNFSU5ETktDS1VCU0NSSUJFVFRQQ0VUU1BBRFRQLw==`;
let wasmBuffer;
Object.defineProperty(module,"exports",{get:()=>{
return wasmBuffer?wasmBuffer:wasmBuffer=Buffer.from(wasmBase64,`base64`)}})}));
var require_llhttp_simd_wasm=__commonJSMin(((exports,module)=>{
const{Buffer}=__require(`node:buffer`);
const wasmBase64=`AGFzbQEAAAABJwdgAX8Bf2ADf39/AX9gAn9/AGABfwBgBH9/f38Bf2AAAGADf39/AALLAQgDZW52GHdhc21fb25faGVhZGVyc19jb21wbGV0ZQAEA2VudhV3YXNtX29uX21lc3NhZ2VfYmVnaW4AAANlbnYLd2FzbV9vbl91cmwAAQNlbnYOd2FzbV9vbl9zdGF0dXMAAQNlbnYUd2FzbV9vbl9oZWFkZXJfZmllbGQAAQNlbnYUd2FzbV9vbl9oZWFkZXJfdmFsdWUAAQNlbnYMd2FzbV9vbl9ib2R5AAEDZW52GHdhc21fb25fbWVzc2FnZV9jb21wbGV0ZQAAAzU0BQYAAAMAAAAAAAADAQMAAwMDAAACAAAAAAICAgICAgICAgIBAQEBAQEBAQEBAwAAAwAAAAQFAXABExMFAwEAAgYIAX8BQcDZBAsHxQcoBm1lbW9yeQIAC19pbml0aWFsaXplAAgZX19pbmRpcmVjdF9mdW5jdGlvbl90YWJsZQEAC2xsaHR0cF9pbml0AAkYbGxodHRwX3Nob3VsZF9rZWVwX2FsaXZlADcMbGxodHRwX2FsbG9jAAsGbWFsbG9jADkLbGxodHRwX2ZyZWUADARmcmVlAAwPbGxodHRwX2dldF90eXBlAA0VbGxodHRwX2dldF9odHRwX21ham9yAA4VbGxodHRwX2dldF9odHRwX21pbm9yAA8RbGxodHRwX2dldF9tZXRob2QAEBZsbGh0dHBfZ2V0X3N0YXR1c19jb2RlABESbGxodHRwX2dldF91cGdyYWRlABIMbGxodHRwX3Jlc2V0ABMObGxodHRwX2V4ZWN1dGUAFBRsbGh0dHBfc2V0dGluZ3NfaW5pdAAVDWxsaHR0cF9maW5pc2gAFgxsbGh0dHBfcGF1c2UAFw1sbGh0dHBfcmVzdW1lABgbbGxodHRwX3Jlc3VtZV9hZnRlcl91cGdyYWRlABkQbGxodHRwX2dldF9lcnJubwAaF2xsaHR0cF9nZXRfZXJyb3JfcmVhc29uABsXbGxodHRwX3NldF9lcnJvcl9yZWFzb24AHBRsbGh0dHBfZ2V0X2Vycm9yX3BvcwAdEWxsaHR0cF9lcnJub19uYW1lAB4SbGxodHRwX21ldGhvZF9uYW1lAB8SbGxodHRwX3N0YXR1c19uYW1lACAabGxodHRwX3NldF9sZW5pZW50X2hlYWRlcnMAISFsbGh0dHBfc2V0X2xlbmllbnRfY2h1bmtlZF9sZW5ndGgAIh1sbGh0dHBfc2V0X2xlbmllbnRfa2VlcF9hbGl2ZQAjJGxsaHR0cF9zZXRfbGVuaWVudF90cmFuc2Zlcl9lbmNvZGluZwAkGmxsaHR0cF9zZXRfbGVuaWVudF92ZXJzaW9uACUjbGxodHRwX3NldF9sZW5pZW50X2RhdGFfYWZ0ZXJfY2xvc2UAJidsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfbGZfYWZ0ZXJfY3IAJyxsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfY3JsZl9hZnRlcl9jaHVuawAoKGxsaHR0cF9zZXRfbGVuaWVudF9vcHRpb25hbF9jcl9iZWZvcmVfbGYAKSpsbGh0dHBfc2V0X2xlbmllbnRfc3BhY2VzX2FmdGVyX2NodW5rX3NpemUAKhhsbGh0dHBfbWVzc2FnZV9uZWVkc19lb2YANgkYAQBBAQsSAQIDBAUKBgcyNDMuKy8tLDAxCuzaAjQWAEHA1QAoAgAEQAALQcDVAEEBNgIACxQAIAAQOCAAIAI2AjggACABOgAoCxQAIAAgAC8BNCAALQAwIAAQNxAACx4BAX9BwAAQOiIBEDggAUGACDYCOCABIAA6ACggAQuPDAEHfwJAIABFDQAgAEEIayIBIABBBGsoAgAiAEF4cSIEaiEFAkAgAEEBcQ0AIABBA3FFDQEgASABKAIAIgBrIgFB1NUAKAIASQ0BIAAgBGohBAJAAkBB2NUAKAIAIAFHBEAgAEH/AU0EQCAAQQN2IQMgASgCCCIAIAEoAgwiAkYEQEHE1QBBxNUAKAIAQX4gA3dxNgIADAULIAIgADYCCCAAIAI2AgwMBAsgASgCGCEGIAEgASgCDCIARwRAIAAgASgCCCICNgIIIAIgADYCDAwDCyABQRRqIgMoAgAiAkUEQCABKAIQIgJFDQIgAUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSgCBCIAQQNxQQNHDQIgBSAAQX5xNgIEQczVACAENgIAIAUgBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgASgCHCICQQJ0QfTXAGoiAygCACABRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAFGG2ogADYCACAARQ0BCyAAIAY2AhggASgCECICBEAgACACNgIQIAIgADYCGAsgAUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBU8NACAFKAIEIgBBAXFFDQACQAJAAkACQCAAQQJxRQRAQdzVACgCACAFRgRAQdzVACABNgIAQdDVAEHQ1QAoAgAgBGoiADYCACABIABBAXI2AgQgAUHY1QAoAgBHDQZBzNUAQQA2AgBB2NUAQQA2AgAMBgtB2NUAKAIAIAVGBEBB2NUAIAE2AgBBzNUAQczVACgCACAEaiIANgIAIAEgAEEBcjYCBCAAIAFqIAA2AgAMBgsgAEF4cSAEaiEEIABB/wFNBEAgAEEDdiEDIAUoAggiACAFKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwFCyACIAA2AgggACACNgIMDAQLIAUoAhghBiAFIAUoAgwiAEcEQEHU1QAoAgAaIAAgBSgCCCICNgIIIAIgADYCDAwDCyAFQRRqIgMoAgAiAkUEQCAFKAIQIgJFDQIgBUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSAAQX5xNgIEIAEgBGogBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgBSgCHCICQQJ0QfTXAGoiAygCACAFRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAVGG2ogADYCACAARQ0BCyAAIAY2AhggBSgCECICBEAgACACNgIQIAIgADYCGAsgBUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBGogBDYCACABIARBAXI2AgQgAUHY1QAoAgBHDQBBzNUAIAQ2AgAMAQsgBEH/AU0EQCAEQXhxQezVAGohAAJ/QcTVACgCACICQQEgBEEDdnQiA3FFBEBBxNUAIAIgA3I2AgAgAAwBCyAAKAIICyICIAE2AgwgACABNgIIIAEgADYCDCABIAI2AggMAQtBHyECIARB////B00EQCAEQSYgBEEIdmciAGt2QQFxIABBAXRrQT5qIQILIAEgAjYCHCABQgA3AhAgAkECdEH01wBqIQACQEHI1QAoAgAiA0EBIAJ0IgdxRQRAIAAgATYCAEHI1QAgAyAHcjYCACABIAA2AhggASABNgIIIAEgATYCDAwBCyAEQRkgAkEBdmtBACACQR9HG3QhAiAAKAIAIQACQANAIAAiAygCBEF4cSAERg0BIAJBHXYhACACQQF0IQIgAyAAQQRxakEQaiIHKAIAIgANAAsgByABNgIAIAEgAzYCGCABIAE2AgwgASABNgIIDAELIAMoAggiACABNgIMIAMgATYCCCABQQA2AhggASADNgIMIAEgADYCCAtB5NUAQeTVACgCAEEBayIAQX8gABs2AgALCwcAIAAtACgLBwAgAC0AKgsHACAALQArCwcAIAAtACkLBwAgAC8BNAsHACAALQAwC0ABBH8gACgCGCEBIAAvAS4hAiAALQAoIQMgACgCOCEEIAAQOCAAIAQ2AjggACADOgAoIAAgAjsBLiAAIAE2AhgLhocCAwd/A34BeyABIAJqIQQCQCAAIgMoAgwiAA0AIAMoAgQEQCADIAE2AgQLIwBBEGsiCSQAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCADKAIcIgJBAmsO/AEB+QECAwQFBgcICQoLDA0ODxAREvgBE/cBFBX2ARYX9QEYGRobHB0eHyD9AfsBIfQBIiMkJSYnKCkqK/MBLC0uLzAxMvIB8QEzNPAB7wE1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk/6AVBRUlPuAe0BVOwBVesBVldYWVrqAVtcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AAYEBggGDAYQBhQGGAYcBiAGJAYoBiwGMAY0BjgGPAZABkQGSAZMBlAGVAZYBlwGYAZkBmgGbAZwBnQGeAZ8BoAGhAaIBowGkAaUBpgGnAagBqQGqAasBrAGtAa4BrwGwAbEBsgGzAbQBtQG2AbcBuAG5AboBuwG8Ab0BvgG/AcABwQHCAcMBxAHFAcYBxwHIAckBygHLAcwBzQHOAekB6AHPAecB0AHmAdEB0gHTAdQB5QHVAdYB1wHYAdkB2gHbAdwB3QHeAd8B4AHhAeIB4wEA/AELQQAM4wELQQ4M4gELQQ0M4QELQQ8M4AELQRAM3wELQRMM3gELQRQM3QELQRUM3AELQRYM2wELQRcM2gELQRgM2QELQRkM2AELQRoM1wELQRsM1gELQRwM1QELQR0M1AELQR4M0wELQR8M0gELQSAM0QELQSEM0AELQQgMzwELQSIMzgELQSQMzQELQSMMzAELQQcMywELQSUMygELQSYMyQELQScMyAELQSgMxwELQRIMxgELQREMxQELQSkMxAELQSoMwwELQSsMwgELQSwMwQELQd4BDMABC0EuDL8BC0EvDL4BC0EwDL0BC0ExDLwBC0EyDLsBC0EzDLoBC0E0DLkBC0HfAQy4AQtBNQy3AQtBOQy2AQtBDAy1AQtBNgy0AQtBNwyzAQtBOAyyAQtBPgyxAQtBOgywAQtB4AEMrwELQQsMrgELQT8MrQELQTsMrAELQQoMqwELQTwMqgELQT0MqQELQeEBDKgBC0HBAAynAQtBwAAMpgELQcIADKUBC0EJDKQBC0EtDKMBC0HDAAyiAQtBxAAMoQELQcUADKABC0HGAAyfAQtBxwAMngELQcgADJ0BC0HJAAycAQtBygAMmwELQcsADJoBC0HMAAyZAQtBzQAMmAELQc4ADJcBC0HPAAyWAQtB0AAMlQELQdEADJQBC0HSAAyTAQtB0wAMkgELQdUADJEBC0HUAAyQAQtB1gAMjwELQdcADI4BC0HYAAyNAQtB2QAMjAELQdoADIsBC0HbAAyKAQtB3AAMiQELQd0ADIgBC0HeAAyHAQtB3wAMhgELQeAADIUBC0HhAAyEAQtB4gAMgwELQeMADIIBC0HkAAyBAQtB5QAMgAELQeIBDH8LQeYADH4LQecADH0LQQYMfAtB6AAMewtBBQx6C0HpAAx5C0EEDHgLQeoADHcLQesADHYLQewADHULQe0ADHQLQQMMcwtB7gAMcgtB7wAMcQtB8AAMcAtB8gAMbwtB8QAMbgtB8wAMbQtB9AAMbAtB9QAMawtB9gAMagtBAgxpC0H3AAxoC0H4AAxnC0H5AAxmC0H6AAxlC0H7AAxkC0H8AAxjC0H9AAxiC0H+AAxhC0H/AAxgC0GAAQxfC0GBAQxeC0GCAQxdC0GDAQxcC0GEAQxbC0GFAQxaC0GGAQxZC0GHAQxYC0GIAQxXC0GJAQxWC0GKAQxVC0GLAQxUC0GMAQxTC0GNAQxSC0GOAQxRC0GPAQxQC0GQAQxPC0GRAQxOC0GSAQxNC0GTAQxMC0GUAQxLC0GVAQxKC0GWAQxJC0GXAQxIC0GYAQxHC0GZAQxGC0GaAQxFC0GbAQxEC0GcAQxDC0GdAQxCC0GeAQxBC0GfAQxAC0GgAQw/C0GhAQw+C0GiAQw9C0GjAQw8C0GkAQw7C0GlAQw6C0GmAQw5C0GnAQw4C0GoAQw3C0GpAQw2C0GqAQw1C0GrAQw0C0GsAQwzC0GtAQwyC0GuAQwxC0GvAQwwC0GwAQwvC0GxAQwuC0GyAQwtC0GzAQwsC0G0AQwrC0G1AQwqC0G2AQwpC0G3AQwoC0G4AQwnC0G5AQwmC0G6AQwlC0G7AQwkC0G8AQwjC0G9AQwiC0G+AQwhC0G/AQwgC0HAAQwfC0HBAQweC0HCAQwdC0EBDBwLQcMBDBsLQcQBDBoLQcUBDBkLQcYBDBgLQccBDBcLQcgBDBYLQckBDBULQcoBDBQLQcsBDBMLQcwBDBILQc0BDBELQc4BDBALQc8BDA8LQdABDA4LQdEBDA0LQdIBDAwLQdMBDAsLQdQBDAoLQdUBDAkLQdYBDAgLQeMBDAcLQdcBDAYLQdgBDAULQdkBDAQLQdoBDAMLQdsBDAILQd0BDAELQdwBCyECA0ACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAMCfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAn8CQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAwJ/AkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJ/AkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCACDuMBAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISMkJScoKZ4DmwOaA5EDigODA4AD/QL7AvgC8gLxAu8C7QLoAucC5gLlAuQC3ALbAtoC2QLYAtcC1gLVAs8CzgLMAssCygLJAsgCxwLGAsQCwwK+ArwCugK5ArgCtwK2ArUCtAKzArICsQKwAq4CrQKpAqgCpwKmAqUCpAKjAqICoQKgAp8CmAKQAowCiwKKAoEC/gH9AfwB+wH6AfkB+AH3AfUB8wHwAesB6QHoAecB5gHlAeQB4wHiAeEB4AHfAd4B3QHcAdoB2QHYAdcB1gHVAdQB0wHSAdEB0AHPAc4BzQHMAcsBygHJAcgBxwHGAcUBxAHDAcIBwQHAAb8BvgG9AbwBuwG6AbkBuAG3AbYBtQG0AbMBsgGxAbABrwGuAa0BrAGrAaoBqQGoAacBpgGlAaQBowGiAZ8BngGZAZgBlwGWAZUBlAGTAZIBkQGQAY8BjQGMAYcBhgGFAYQBgwGCAX18e3p5dnV0UFFSU1RVCyABIARHDXJB/QEhAgy+AwsgASAERw2YAUHbASECDL0DCyABIARHDfEBQY4BIQIMvAMLIAEgBEcN/AFBhAEhAgy7AwsgASAERw2KAkH/ACECDLoDCyABIARHDZECQf0AIQIMuQMLIAEgBEcNlAJB+wAhAgy4AwsgASAERw0eQR4hAgy3AwsgASAERw0ZQRghAgy2AwsgASAERw3KAkHNACECDLUDCyABIARHDdUCQcYAIQIMtAMLIAEgBEcN1gJBwwAhAgyzAwsgASAERw3cAkE4IQIMsgMLIAMtADBBAUYNrQMMiQMLQQAhAAJAAkACQCADLQAqRQ0AIAMtACtFDQAgAy8BMiICQQJxRQ0BDAILIAMvATIiAkEBcUUNAQtBASEAIAMtAChBAUYNACADLwE0IgZB5ABrQeQASQ0AIAZBzAFGDQAgBkGwAkYNACACQcAAcQ0AQQAhACACQYgEcUGABEYNACACQShxQQBHIQALIANBADsBMiADQQA6ADECQCAARQRAIANBADoAMSADLQAuQQRxDQEMsQMLIANCADcDIAsgA0EAOgAxIANBAToANgxIC0EAIQACQCADKAI4IgJFDQAgAigCMCICRQ0AIAMgAhEAACEACyAARQ1IIABBFUcNYiADQQQ2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgyvAwsgASAERgRAQQYhAgyvAwsgAS0AAEEKRw0ZIAFBAWohAQwaCyADQgA3AyBBEiECDJQDCyABIARHDYoDQSMhAgysAwsgASAERgRAQQchAgysAwsCQAJAIAEtAABBCmsOBAEYGAAYCyABQQFqIQFBECECDJMDCyABQQFqIQEgA0Evai0AAEEBcQ0XQQAhAiADQQA2AhwgAyABNgIUIANBmSA2AhAgA0EZNgIMDKsDCyADIAMpAyAiDCAEIAFrrSIKfSILQgAgCyAMWBs3AyAgCiAMWg0YQQghAgyqAwsgASAERwRAIANBCTYCCCADIAE2AgRBFCECDJEDC0EJIQIMqQMLIAMpAyBQDa4CDEMLIAEgBEYEQEELIQIMqAMLIAEtAABBCkcNFiABQQFqIQEMFwsgA0Evai0AAEEBcUUNGQwmC0EAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADRkMQgtBACEAAkAgAygCOCICRQ0AIAIoAlAiAkUNACADIAIRAAAhAAsgAA0aDCQLQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANGwwyCyADQS9qLQAAQQFxRQ0cDCILQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANHAxCC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADR0MIAsgASAERgRAQRMhAgygAwsCQCABLQAAIgBBCmsOBB8jIwAiCyABQQFqIQEMHwtBACEAAkAgAygCOCICRQ0AIAIoAlQiAkUNACADIAIRAAAhAAsgAA0iDEILIAEgBEYEQEEWIQIMngMLIAEtAABBwMEAai0AAEEBRw0jDIMDCwJAA0AgAS0AAEGwO2otAAAiAEEBRwRAAkAgAEECaw4CAwAnCyABQQFqIQFBISECDIYDCyAEIAFBAWoiAUcNAAtBGCECDJ0DCyADKAIEIQBBACECIANBADYCBCADIAAgAUEBaiIBEDQiAA0hDEELQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANIwwqCyABIARGBEBBHCECDJsDCyADQQo2AgggAyABNgIEQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANJUEkIQIMgQMLIAEgBEcEQANAIAEtAABBsD1qLQAAIgBBA0cEQCAAQQFrDgUYGiaCAyUmCyAEIAFBAWoiAUcNAAtBGyECDJoDC0EbIQIMmQMLA0AgAS0AAEGwP2otAAAiAEEDRwRAIABBAWsOBQ8RJxMmJwsgBCABQQFqIgFHDQALQR4hAgyYAwsgASAERwRAIANBCzYCCCADIAE2AgRBByECDP8CC0EfIQIMlwMLIAEgBEYEQEEgIQIMlwMLAkAgAS0AAEENaw4ULj8/Pz8/Pz8/Pz8/Pz8/Pz8/PwA/C0EAIQIgA0EANgIcIANBvws2AhAgA0ECNgIMIAMgAUEBajYCFAyWAwsgA0EvaiECA0AgASAERgRAQSEhAgyXAwsCQAJAAkAgAS0AACIAQQlrDhgCACkpASkpKSkpKSkpKSkpKSkpKSkpKQInCyABQQFqIQEgA0Evai0AAEEBcUUNCgwYCyABQQFqIQEMFwsgAUEBaiEBIAItAABBAnENAAtBACECIANBADYCHCADIAE2AhQgA0GfFTYCECADQQw2AgwMlQMLIAMtAC5BgAFxRQ0BC0EAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ3mAiAAQRVGBEAgA0EkNgIcIAMgATYCFCADQZsbNgIQIANBFTYCDEEAIQIMlAMLQQAhAiADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMDJMDC0EAIQIgA0EANgIcIAMgATYCFCADQb4gNgIQIANBAjYCDAySAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEgDKdqIgEQMiIARQ0rIANBBzYCHCADIAE2AhQgAyAANgIMDJEDCyADLQAuQcAAcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAlgiAkUNACADIAIRAAAhAAsgAEUNKyAAQRVGBEAgA0EKNgIcIAMgATYCFCADQesZNgIQIANBFTYCDEEAIQIMkAMLQQAhAiADQQA2AhwgAyABNgIUIANBkww2AhAgA0ETNgIMDI8DC0EAIQIgA0EANgIcIAMgATYCFCADQYIVNgIQIANBAjYCDAyOAwtBACECIANBADYCHCADIAE2AhQgA0HdFDYCECADQRk2AgwMjQMLQQAhAiADQQA2AhwgAyABNgIUIANB5h02AhAgA0EZNgIMDIwDCyAAQRVGDT1BACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwMiwMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDMiAEUNKCADQQ02AhwgAyABNgIUIAMgADYCDAyKAwsgAEEVRg06QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIkDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDCgLIANBDjYCHCADIAA2AgwgAyABQQFqNgIUDIgDCyAAQRVGDTdBACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwMhwMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDMiAEUEQCABQQFqIQEMJwsgA0EPNgIcIAMgADYCDCADIAFBAWo2AhQMhgMLQQAhAiADQQA2AhwgAyABNgIUIANB4hc2AhAgA0EZNgIMDIUDCyAAQRVGDTNBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwMhAMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUNJSADQRE2AhwgAyABNgIUIAMgADYCDAyDAwsgAEEVRg0wQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDIIDCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFBEAgAUEBaiEBDCULIANBEjYCHCADIAA2AgwgAyABQQFqNgIUDIEDCyADQS9qLQAAQQFxRQ0BC0EXIQIM5gILQQAhAiADQQA2AhwgAyABNgIUIANB4hc2AhAgA0EZNgIMDP4CCyAAQTtHDQAgAUEBaiEBDAwLQQAhAiADQQA2AhwgAyABNgIUIANBkhg2AhAgA0ECNgIMDPwCCyAAQRVGDShBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwM+wILIANBFDYCHCADIAE2AhQgAyAANgIMDPoCCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFBEAgAUEBaiEBDPUCCyADQRU2AhwgAyAANgIMIAMgAUEBajYCFAz5AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQzzAgsgA0EXNgIcIAMgADYCDCADIAFBAWo2AhQM+AILIABBFUYNI0EAIQIgA0EANgIcIAMgATYCFCADQdYMNgIQIANBIzYCDAz3AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQwdCyADQRk2AhwgAyAANgIMIAMgAUEBajYCFAz2AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQzvAgsgA0EaNgIcIAMgADYCDCADIAFBAWo2AhQM9QILIABBFUYNH0EAIQIgA0EANgIcIAMgATYCFCADQdAPNgIQIANBIjYCDAz0AgsgAygCBCEAIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDBsLIANBHDYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgzzAgsgAygCBCEAIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDOsCCyADQR02AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM8gILIABBO0cNASABQQFqIQELQSYhAgzXAgtBACECIANBADYCHCADIAE2AhQgA0GfFTYCECADQQw2AgwM7wILIAEgBEcEQANAIAEtAABBIEcNhAIgBCABQQFqIgFHDQALQSwhAgzvAgtBLCECDO4CCyABIARGBEBBNCECDO4CCwJAAkADQAJAIAEtAABBCmsOBAIAAAMACyAEIAFBAWoiAUcNAAtBNCECDO8CCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNnwIgA0EyNgIcIAMgATYCFCADIAA2AgxBACECDO4CCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUEQCABQQFqIQEMnwILIANBMjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgztAgsgASAERwRAAkADQCABLQAAQTBrIgBB/wFxQQpPBEBBOiECDNcCCyADKQMgIgtCmbPmzJmz5swZVg0BIAMgC0IKfiIKNwMgIAogAK1C/wGDIgtCf4VWDQEgAyAKIAt8NwMgIAQgAUEBaiIBRw0AC0HAACECDO4CCyADKAIEIQAgA0EANgIEIAMgACABQQFqIgEQMSIADRcM4gILQcAAIQIM7AILIAEgBEYEQEHJACECDOwCCwJAA0ACQCABLQAAQQlrDhgAAqICogKpAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAgCiAgsgBCABQQFqIgFHDQALQckAIQIM7AILIAFBAWohASADQS9qLQAAQQFxDaUCIANBADYCHCADIAE2AhQgA0GXEDYCECADQQo2AgxBACECDOsCCyABIARHBEADQCABLQAAQSBHDRUgBCABQQFqIgFHDQALQfgAIQIM6wILQfgAIQIM6gILIANBAjoAKAw4C0EAIQIgA0EANgIcIANBvws2AhAgA0ECNgIMIAMgAUEBajYCFAzoAgtBACECDM4CC0ENIQIMzQILQRMhAgzMAgtBFSECDMsCC0EWIQIMygILQRghAgzJAgtBGSECDMgCC0EaIQIMxwILQRshAgzGAgtBHCECDMUCC0EdIQIMxAILQR4hAgzDAgtBHyECDMICC0EgIQIMwQILQSIhAgzAAgtBIyECDL8CC0ElIQIMvgILQeUAIQIMvQILIANBPTYCHCADIAE2AhQgAyAANgIMQQAhAgzVAgsgA0EbNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIM1AILIANBIDYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNMCCyADQRM2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzSAgsgA0ELNgIcIAMgATYCFCADQZgaNgIQIANBFTYCDEEAIQIM0QILIANBEDYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNACCyADQSA2AhwgAyABNgIUIANBpBw2AhAgA0EVNgIMQQAhAgzPAgsgA0ELNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIMzgILIANBDDYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDM0CC0EAIQIgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDAzMAgsCQANAAkAgAS0AAEEKaw4EAAICAAILIAQgAUEBaiIBRw0AC0H9ASECDMwCCwJAAkAgAy0ANkEBRw0AQQAhAAJAIAMoAjgiAkUNACACKAJgIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB/AE2AhwgAyABNgIUIANB3Bk2AhAgA0EVNgIMQQAhAgzNAgtB3AEhAgyzAgsgA0EANgIcIAMgATYCFCADQfkLNgIQIANBHzYCDEEAIQIMywILAkACQCADLQAoQQFrDgIEAQALQdsBIQIMsgILQdQBIQIMsQILIANBAjoAMUEAIQACQCADKAI4IgJFDQAgAigCACICRQ0AIAMgAhEAACEACyAARQRAQd0BIQIMsQILIABBFUcEQCADQQA2AhwgAyABNgIUIANBtAw2AhAgA0EQNgIMQQAhAgzKAgsgA0H7ATYCHCADIAE2AhQgA0GBGjYCECADQRU2AgxBACECDMkCCyABIARGBEBB+gEhAgzJAgsgAS0AAEHIAEYNASADQQE6ACgLQcABIQIMrgILQdoBIQIMrQILIAEgBEcEQCADQQw2AgggAyABNgIEQdkBIQIMrQILQfkBIQIMxQILIAEgBEYEQEH4ASECDMUCCyABLQAAQcgARw0EIAFBAWohAUHYASECDKsCCyABIARGBEBB9wEhAgzEAgsCQAJAIAEtAABBxQBrDhAABQUFBQUFBQUFBQUFBQUBBQsgAUEBaiEBQdYBIQIMqwILIAFBAWohAUHXASECDKoCC0H2ASECIAEgBEYNwgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABButUAai0AAEcNAyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMwwILIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARAuIgBFBEBB4wEhAgyqAgsgA0H1ATYCHCADIAE2AhQgAyAANgIMQQAhAgzCAgtB9AEhAiABIARGDcECIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQbjVAGotAABHDQIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADMICCyADQYEEOwEoIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARAuIgANAwwCCyADQQA2AgALQQAhAiADQQA2AhwgAyABNgIUIANB5R82AhAgA0EINgIMDL8CC0HVASECDKUCCyADQfMBNgIcIAMgATYCFCADIAA2AgxBACECDL0CC0EAIQACQCADKAI4IgJFDQAgAigCQCICRQ0AIAMgAhEAACEACyAARQ1uIABBFUcEQCADQQA2AhwgAyABNgIUIANBgg82AhAgA0EgNgIMQQAhAgy9AgsgA0GPATYCHCADIAE2AhQgA0HsGzYCECADQRU2AgxBACECDLwCCyABIARHBEAgA0ENNgIIIAMgATYCBEHTASECDKMCC0HyASECDLsCCyABIARGBEBB8QEhAgy7AgsCQAJAAkAgAS0AAEHIAGsOCwABCAgICAgICAgCCAsgAUEBaiEBQdABIQIMowILIAFBAWohAUHRASECDKICCyABQQFqIQFB0gEhAgyhAgtB8AEhAiABIARGDbkCIAMoAgAiACAEIAFraiEGIAEgAGtBAmohBQNAIAEtAAAgAEG11QBqLQAARw0EIABBAkYNAyAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy5AgtB7wEhAiABIARGDbgCIAMoAgAiACAEIAFraiEGIAEgAGtBAWohBQNAIAEtAAAgAEGz1QBqLQAARw0DIABBAUYNAiAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy4AgtB7gEhAiABIARGDbcCIAMoAgAiACAEIAFraiEGIAEgAGtBAmohBQNAIAEtAAAgAEGw1QBqLQAARw0CIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy3AgsgAygCBCEAIANCADcDACADIAAgBUEBaiIBECsiAEUNAiADQewBNgIcIAMgATYCFCADIAA2AgxBACECDLYCCyADQQA2AgALIAMoAgQhACADQQA2AgQgAyAAIAEQKyIARQ2cAiADQe0BNgIcIAMgATYCFCADIAA2AgxBACECDLQCC0HPASECDJoCC0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMtAILQc4BIQIMmgILIANB6wE2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyyAgsgASAERgRAQesBIQIMsgILIAEtAABBL0YEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDEEAIQIMsQILQc0BIQIMlwILIAEgBEcEQCADQQ42AgggAyABNgIEQcwBIQIMlwILQeoBIQIMrwILIAEgBEYEQEHpASECDK8CCyABLQAAQTBrIgBB/wFxQQpJBEAgAyAAOgAqIAFBAWohAUHLASECDJYCCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNlwIgA0HoATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgsgASAERgRAQecBIQIMrgILAkAgAS0AAEEuRgRAIAFBAWohAQwBCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNmAIgA0HmATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgtBygEhAgyUAgsgASAERgRAQeUBIQIMrQILQQAhAEEBIQVBASEHQQAhAgJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAIAEtAABBMGsOCgoJAAECAwQFBggLC0ECDAYLQQMMBQtBBAwEC0EFDAMLQQYMAgtBBwwBC0EICyECQQAhBUEAIQcMAgtBCSECQQEhAEEAIQVBACEHDAELQQAhBUEBIQILIAMgAjoAKyABQQFqIQECQAJAIAMtAC5BEHENAAJAAkACQCADLQAqDgMBAAIECyAHRQ0DDAILIAANAQwCCyAFRQ0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNAiADQeIBNgIcIAMgATYCFCADIAA2AgxBACECDK8CCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNmgIgA0HjATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZgCIANB5AE2AhwgAyABNgIUIAMgADYCDAytAgtByQEhAgyTAgtBACEAAkAgAygCOCICRQ0AIAIoAkQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0GkDTYCECADQSE2AgxBACECDK0CC0HIASECDJMCCyADQeEBNgIcIAMgATYCFCADQdAaNgIQIANBFTYCDEEAIQIMqwILIAEgBEYEQEHhASECDKsCCwJAIAEtAABBIEYEQCADQQA7ATQgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GZETYCECADQQk2AgxBACECDKsCC0HHASECDJECCyABIARGBEBB4AEhAgyqAgsCQCABLQAAQTBrQf8BcSICQQpJBEAgAUEBaiEBAkAgAy8BNCIAQZkzSw0AIAMgAEEKbCIAOwE0IABB/v8DcSACQf//A3NLDQAgAyAAIAJqOwE0DAILQQAhAiADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMDKsCCyADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMQQAhAgyqAgtBxgEhAgyQAgsgASAERgRAQd8BIQIMqQILAkAgAS0AAEEwa0H/AXEiAkEKSQRAIAFBAWohAQJAIAMvATQiAEGZM0sNACADIABBCmwiADsBNCAAQf7/A3EgAkH//wNzSw0AIAMgACACajsBNAwCC0EAIQIgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDAyqAgsgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDEEAIQIMqQILQcUBIQIMjwILIAEgBEYEQEHeASECDKgCCwJAIAEtAABBMGtB/wFxIgJBCkkEQCABQQFqIQECQCADLwE0IgBBmTNLDQAgAyAAQQpsIgA7ATQgAEH+/wNxIAJB//8Dc0sNACADIAAgAmo7ATQMAgtBACECIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgwMqQILIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgxBACECDKgCC0HEASECDI4CCyABIARGBEBB3QEhAgynAgsCQAJAAkACQCABLQAAQQprDhcCAwMAAwMDAwMDAwMDAwMDAwMDAwMDAQMLIAFBAWoMBQsgAUEBaiEBQcMBIQIMjwILIAFBAWohASADQS9qLQAAQQFxDQggA0EANgIcIAMgATYCFCADQY0LNgIQIANBDTYCDEEAIQIMpwILIANBADYCHCADIAE2AhQgA0GNCzYCECADQQ02AgxBACECDKYCCyABIARHBEAgA0EPNgIIIAMgATYCBEEBIQIMjQILQdwBIQIMpQILAkACQANAAkAgAS0AAEEKaw4EAgAAAwALIAQgAUEBaiIBRw0AC0HbASECDKYCCyADKAIEIQAgA0EANgIEIAMgACABEC0iAEUEQCABQQFqIQEMBAsgA0HaATYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgylAgsgAygCBCEAIANBADYCBCADIAAgARAtIgANASABQQFqCyEBQcEBIQIMigILIANB2QE2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMogILQcIBIQIMiAILIANBL2otAABBAXENASADQQA2AhwgAyABNgIUIANB5Bw2AhAgA0EZNgIMQQAhAgygAgsgASAERgRAQdkBIQIMoAILAkACQAJAIAEtAABBCmsOBAECAgACCyABQQFqIQEMAgsgAUEBaiEBDAELIAMtAC5BwABxRQ0BC0EAIQACQCADKAI4IgJFDQAgAigCPCICRQ0AIAMgAhEAACEACyAARQ2gASAAQRVGBEAgA0HZADYCHCADIAE2AhQgA0G3GjYCECADQRU2AgxBACECDJ8CCyADQQA2AhwgAyABNgIUIANBgA02AhAgA0EbNgIMQQAhAgyeAgsgA0EANgIcIAMgATYCFCADQdwoNgIQIANBAjYCDEEAIQIMnQILIAEgBEcEQCADQQw2AgggAyABNgIEQb8BIQIMhAILQdgBIQIMnAILIAEgBEYEQEHXASECDJwCCwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEHBAGsOFQABAgNaBAUGWlpaBwgJCgsMDQ4PEFoLIAFBAWohAUH7ACECDJICCyABQQFqIQFB/AAhAgyRAgsgAUEBaiEBQYEBIQIMkAILIAFBAWohAUGFASECDI8CCyABQQFqIQFBhgEhAgyOAgsgAUEBaiEBQYkBIQIMjQILIAFBAWohAUGKASECDIwCCyABQQFqIQFBjQEhAgyLAgsgAUEBaiEBQZYBIQIMigILIAFBAWohAUGXASECDIkCCyABQQFqIQFBmAEhAgyIAgsgAUEBaiEBQaUBIQIMhwILIAFBAWohAUGmASECDIYCCyABQQFqIQFBrAEhAgyFAgsgAUEBaiEBQbQBIQIMhAILIAFBAWohAUG3ASECDIMCCyABQQFqIQFBvgEhAgyCAgsgASAERgRAQdYBIQIMmwILIAEtAABBzgBHDUggAUEBaiEBQb0BIQIMgQILIAEgBEYEQEHVASECDJoCCwJAAkACQCABLQAAQcIAaw4SAEpKSkpKSkpKSgFKSkpKSkoCSgsgAUEBaiEBQbgBIQIMggILIAFBAWohAUG7ASECDIECCyABQQFqIQFBvAEhAgyAAgtB1AEhAiABIARGDZgCIAMoAgAiACAEIAFraiEFIAEgAGtBB2ohBgJAA0AgAS0AACAAQajVAGotAABHDUUgAEEHRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJkCCyADQQA2AgAgBkEBaiEBQRsMRQsgASAERgRAQdMBIQIMmAILAkACQCABLQAAQckAaw4HAEdHR0dHAUcLIAFBAWohAUG5ASECDP8BCyABQQFqIQFBugEhAgz+AQtB0gEhAiABIARGDZYCIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQabVAGotAABHDUMgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJcCCyADQQA2AgAgBkEBaiEBQQ8MQwtB0QEhAiABIARGDZUCIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQaTVAGotAABHDUIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJYCCyADQQA2AgAgBkEBaiEBQSAMQgtB0AEhAiABIARGDZQCIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDUEgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJUCCyADQQA2AgAgBkEBaiEBQRIMQQsgASAERgRAQc8BIQIMlAILAkACQCABLQAAQcUAaw4OAENDQ0NDQ0NDQ0NDQwFDCyABQQFqIQFBtQEhAgz7AQsgAUEBaiEBQbYBIQIM+gELQc4BIQIgASAERg2SAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGe1QBqLQAARw0/IABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyTAgsgA0EANgIAIAZBAWohAUEHDD8LQc0BIQIgASAERg2RAiADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEGY1QBqLQAARw0+IABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAySAgsgA0EANgIAIAZBAWohAUEoDD4LIAEgBEYEQEHMASECDJECCwJAAkACQCABLQAAQcUAaw4RAEFBQUFBQUFBQQFBQUFBQQJBCyABQQFqIQFBsQEhAgz5AQsgAUEBaiEBQbIBIQIM+AELIAFBAWohAUGzASECDPcBC0HLASECIAEgBEYNjwIgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCABLQAAIABBkdUAai0AAEcNPCAAQQZGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkAILIANBADYCACAGQQFqIQFBGgw8C0HKASECIAEgBEYNjgIgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABBjdUAai0AAEcNOyAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMjwILIANBADYCACAGQQFqIQFBIQw7CyABIARGBEBByQEhAgyOAgsCQAJAIAEtAABBwQBrDhQAPT09PT09PT09PT09PT09PT09AT0LIAFBAWohAUGtASECDPUBCyABQQFqIQFBsAEhAgz0AQsgASAERgRAQcgBIQIMjQILAkACQCABLQAAQdUAaw4LADw8PDw8PDw8PAE8CyABQQFqIQFBrgEhAgz0AQsgAUEBaiEBQa8BIQIM8wELQccBIQIgASAERg2LAiADKAIAIgAgBCABa2ohBSABIABrQQhqIQYCQANAIAEtAAAgAEGE1QBqLQAARw04IABBCEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyMAgsgA0EANgIAIAZBAWohAUEqDDgLIAEgBEYEQEHGASECDIsCCyABLQAAQdAARw04IAFBAWohAUElDDcLQcUBIQIgASAERg2JAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGB1QBqLQAARw02IABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyKAgsgA0EANgIAIAZBAWohAUEODDYLIAEgBEYEQEHEASECDIkCCyABLQAAQcUARw02IAFBAWohAUGrASECDO8BCyABIARGBEBBwwEhAgyIAgsCQAJAAkACQCABLQAAQcIAaw4PAAECOTk5OTk5OTk5OTkDOQsgAUEBaiEBQacBIQIM8QELIAFBAWohAUGoASECDPABCyABQQFqIQFBqQEhAgzvAQsgAUEBaiEBQaoBIQIM7gELQcIBIQIgASAERg2GAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEH+1ABqLQAARw0zIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyHAgsgA0EANgIAIAZBAWohAUEUDDMLQcEBIQIgASAERg2FAiADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEH51ABqLQAARw0yIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyGAgsgA0EANgIAIAZBAWohAUErDDILQcABIQIgASAERg2EAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEH21ABqLQAARw0xIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyFAgsgA0EANgIAIAZBAWohAUEsDDELQb8BIQIgASAERg2DAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw0wIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyEAgsgA0EANgIAIAZBAWohAUERDDALQb4BIQIgASAERg2CAiADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEHy1ABqLQAARw0vIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyDAgsgA0EANgIAIAZBAWohAUEuDC8LIAEgBEYEQEG9ASECDIICCwJAAkACQAJAAkAgAS0AAEHBAGsOFQA0NDQ0NDQ0NDQ0ATQ0AjQ0AzQ0BDQLIAFBAWohAUGbASECDOwBCyABQQFqIQFBnAEhAgzrAQsgAUEBaiEBQZ0BIQIM6gELIAFBAWohAUGiASECDOkBCyABQQFqIQFBpAEhAgzoAQsgASAERgRAQbwBIQIMgQILAkACQCABLQAAQdIAaw4DADABMAsgAUEBaiEBQaMBIQIM6AELIAFBAWohAUEEDC0LQbsBIQIgASAERg3/ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHw1ABqLQAARw0sIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyAAgsgA0EANgIAIAZBAWohAUEdDCwLIAEgBEYEQEG6ASECDP8BCwJAAkAgAS0AAEHJAGsOBwEuLi4uLgAuCyABQQFqIQFBoQEhAgzmAQsgAUEBaiEBQSIMKwsgASAERgRAQbkBIQIM/gELIAEtAABB0ABHDSsgAUEBaiEBQaABIQIM5AELIAEgBEYEQEG4ASECDP0BCwJAAkAgAS0AAEHGAGsOCwAsLCwsLCwsLCwBLAsgAUEBaiEBQZ4BIQIM5AELIAFBAWohAUGfASECDOMBC0G3ASECIAEgBEYN+wEgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABB7NQAai0AAEcNKCAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM/AELIANBADYCACAGQQFqIQFBDQwoC0G2ASECIAEgBEYN+gEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBodUAai0AAEcNJyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+wELIANBADYCACAGQQFqIQFBDAwnC0G1ASECIAEgBEYN+QEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB6tQAai0AAEcNJiAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+gELIANBADYCACAGQQFqIQFBAwwmC0G0ASECIAEgBEYN+AEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB6NQAai0AAEcNJSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+QELIANBADYCACAGQQFqIQFBJgwlCyABIARGBEBBswEhAgz4AQsCQAJAIAEtAABB1ABrDgIAAScLIAFBAWohAUGZASECDN8BCyABQQFqIQFBmgEhAgzeAQtBsgEhAiABIARGDfYBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQebUAGotAABHDSMgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPcBCyADQQA2AgAgBkEBaiEBQScMIwtBsQEhAiABIARGDfUBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQeTUAGotAABHDSIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPYBCyADQQA2AgAgBkEBaiEBQRwMIgtBsAEhAiABIARGDfQBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQd7UAGotAABHDSEgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPUBCyADQQA2AgAgBkEBaiEBQQYMIQtBrwEhAiABIARGDfMBIAMoAgAiACAEIAFraiEFIAEgAGtBBGohBgJAA0AgAS0AACAAQdnUAGotAABHDSAgAEEERg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPQBCyADQQA2AgAgBkEBaiEBQRkMIAsgASAERgRAQa4BIQIM8wELAkACQAJAAkAgAS0AAEEtaw4jACQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkASQkJCQkAiQkJAMkCyABQQFqIQFBjgEhAgzcAQsgAUEBaiEBQY8BIQIM2wELIAFBAWohAUGUASECDNoBCyABQQFqIQFBlQEhAgzZAQtBrQEhAiABIARGDfEBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQdfUAGotAABHDR4gAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPIBCyADQQA2AgAgBkEBaiEBQQsMHgsgASAERgRAQawBIQIM8QELAkACQCABLQAAQcEAaw4DACABIAsgAUEBaiEBQZABIQIM2AELIAFBAWohAUGTASECDNcBCyABIARGBEBBqwEhAgzwAQsCQAJAIAEtAABBwQBrDg8AHx8fHx8fHx8fHx8fHwEfCyABQQFqIQFBkQEhAgzXAQsgAUEBaiEBQZIBIQIM1gELIAEgBEYEQEGqASECDO8BCyABLQAAQcwARw0cIAFBAWohAUEKDBsLQakBIQIgASAERg3tASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHR1ABqLQAARw0aIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzuAQsgA0EANgIAIAZBAWohAUEeDBoLQagBIQIgASAERg3sASADKAIAIgAgBCABa2ohBSABIABrQQZqIQYCQANAIAEtAAAgAEHK1ABqLQAARw0ZIABBBkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAztAQsgA0EANgIAIAZBAWohAUEVDBkLQacBIQIgASAERg3rASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEHH1ABqLQAARw0YIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzsAQsgA0EANgIAIAZBAWohAUEXDBgLQaYBIQIgASAERg3qASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHB1ABqLQAARw0XIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzrAQsgA0EANgIAIAZBAWohAUEYDBcLIAEgBEYEQEGlASECDOoBCwJAAkAgAS0AAEHJAGsOBwAZGRkZGQEZCyABQQFqIQFBiwEhAgzRAQsgAUEBaiEBQYwBIQIM0AELQaQBIQIgASAERg3oASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGm1QBqLQAARw0VIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzpAQsgA0EANgIAIAZBAWohAUEJDBULQaMBIQIgASAERg3nASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGk1QBqLQAARw0UIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzoAQsgA0EANgIAIAZBAWohAUEfDBQLQaIBIQIgASAERg3mASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEG+1ABqLQAARw0TIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAznAQsgA0EANgIAIAZBAWohAUECDBMLQaEBIQIgASAERg3lASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYDQCABLQAAIABBvNQAai0AAEcNESAAQQFGDQIgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM5QELIAEgBEYEQEGgASECDOUBC0EBIAEtAABB3wBHDREaIAFBAWohAUGHASECDMsBCyADQQA2AgAgBkEBaiEBQYgBIQIMygELQZ8BIQIgASAERg3iASADKAIAIgAgBCABa2ohBSABIABrQQhqIQYCQANAIAEtAAAgAEGE1QBqLQAARw0PIABBCEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzjAQsgA0EANgIAIAZBAWohAUEpDA8LQZ4BIQIgASAERg3hASADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEG41ABqLQAARw0OIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAziAQsgA0EANgIAIAZBAWohAUEtDA4LIAEgBEYEQEGdASECDOEBCyABLQAAQcUARw0OIAFBAWohAUGEASECDMcBCyABIARGBEBBnAEhAgzgAQsCQAJAIAEtAABBzABrDggADw8PDw8PAQ8LIAFBAWohAUGCASECDMcBCyABQQFqIQFBgwEhAgzGAQtBmwEhAiABIARGDd4BIAMoAgAiACAEIAFraiEFIAEgAGtBBGohBgJAA0AgAS0AACAAQbPUAGotAABHDQsgAEEERg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADN8BCyADQQA2AgAgBkEBaiEBQSMMCwtBmgEhAiABIARGDd0BIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbDUAGotAABHDQogAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADN4BCyADQQA2AgAgBkEBaiEBQQAMCgsgASAERgRAQZkBIQIM3QELAkACQCABLQAAQcgAaw4IAAwMDAwMDAEMCyABQQFqIQFB/QAhAgzEAQsgAUEBaiEBQYABIQIMwwELIAEgBEYEQEGYASECDNwBCwJAAkAgAS0AAEHOAGsOAwALAQsLIAFBAWohAUH+ACECDMMBCyABQQFqIQFB/wAhAgzCAQsgASAERgRAQZcBIQIM2wELIAEtAABB2QBHDQggAUEBaiEBQQgMBwtBlgEhAiABIARGDdkBIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQazUAGotAABHDQYgAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNoBCyADQQA2AgAgBkEBaiEBQQUMBgtBlQEhAiABIARGDdgBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQabUAGotAABHDQUgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNkBCyADQQA2AgAgBkEBaiEBQRYMBQtBlAEhAiABIARGDdcBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDQQgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNgBCyADQQA2AgAgBkEBaiEBQRAMBAsgASAERgRAQZMBIQIM1wELAkACQCABLQAAQcMAaw4MAAYGBgYGBgYGBgYBBgsgAUEBaiEBQfkAIQIMvgELIAFBAWohAUH6ACECDL0BC0GSASECIAEgBEYN1QEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBoNQAai0AAEcNAiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM1gELIANBADYCACAGQQFqIQFBJAwCCyADQQA2AgAMAgsgASAERgRAQZEBIQIM1AELIAEtAABBzABHDQEgAUEBaiEBQRMLOgApIAMoAgQhACADQQA2AgQgAyAAIAEQLiIADQIMAQtBACECIANBADYCHCADIAE2AhQgA0H+HzYCECADQQY2AgwM0QELQfgAIQIMtwELIANBkAE2AhwgAyABNgIUIAMgADYCDEEAIQIMzwELQQAhAAJAIAMoAjgiAkUNACACKAJAIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRg0BIANBADYCHCADIAE2AhQgA0GCDzYCECADQSA2AgxBACECDM4BC0H3ACECDLQBCyADQY8BNgIcIAMgATYCFCADQewbNgIQIANBFTYCDEEAIQIMzAELIAEgBEYEQEGPASECDMwBCwJAIAEtAABBIEYEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQZsfNgIQIANBBjYCDEEAIQIMzAELQQIhAgyyAQsDQCABLQAAQSBHDQIgBCABQQFqIgFHDQALQY4BIQIMygELIAEgBEYEQEGNASECDMoBCwJAIAEtAABBCWsOBEoAAEoAC0H1ACECDLABCyADLQApQQVGBEBB9gAhAgywAQtB9AAhAgyvAQsgASAERgRAQYwBIQIMyAELIANBEDYCCCADIAE2AgQMCgsgASAERgRAQYsBIQIMxwELAkAgAS0AAEEJaw4ERwAARwALQfMAIQIMrQELIAEgBEcEQCADQRA2AgggAyABNgIEQfEAIQIMrQELQYoBIQIMxQELAkAgASAERwRAA0AgAS0AAEGg0ABqLQAAIgBBA0cEQAJAIABBAWsOAkkABAtB8AAhAgyvAQsgBCABQQFqIgFHDQALQYgBIQIMxgELQYgBIQIMxQELIANBADYCHCADIAE2AhQgA0HbIDYCECADQQc2AgxBACECDMQBCyABIARGBEBBiQEhAgzEAQsCQAJAAkAgAS0AAEGg0gBqLQAAQQFrDgNGAgABC0HyACECDKwBCyADQQA2AhwgAyABNgIUIANBtBI2AhAgA0EHNgIMQQAhAgzEAQtB6gAhAgyqAQsgASAERwRAIAFBAWohAUHvACECDKoBC0GHASECDMIBCyAEIAEiAEYEQEGGASECDMIBCyAALQAAIgFBL0YEQCAAQQFqIQFB7gAhAgypAQsgAUEJayICQRdLDQEgACEBQQEgAnRBm4CABHENQQwBCyAEIAEiAEYEQEGFASECDMEBCyAALQAAQS9HDQAgAEEBaiEBDAMLQQAhAiADQQA2AhwgAyAANgIUIANB2yA2AhAgA0EHNgIMDL8BCwJAAkACQAJAAkADQCABLQAAQaDOAGotAAAiAEEFRwRAAkACQCAAQQFrDghHBQYHCAAEAQgLQesAIQIMrQELIAFBAWohAUHtACECDKwBCyAEIAFBAWoiAUcNAAtBhAEhAgzDAQsgAUEBagwUCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQdsANgIcIAMgATYCFCADIAA2AgxBACECDMEBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDMABCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQfoANgIcIAMgATYCFCADIAA2AgxBACECDL8BCyADQQA2AhwgAyABNgIUIANB+Q82AhAgA0EHNgIMQQAhAgy+AQsgASAERgRAQYMBIQIMvgELAkAgAS0AAEGgzgBqLQAAQQFrDgg+BAUGAAgCAwcLIAFBAWohAQtBAyECDKMBCyABQQFqDA0LQQAhAiADQQA2AhwgA0HREjYCECADQQc2AgwgAyABQQFqNgIUDLoBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQdsANgIcIAMgATYCFCADIAA2AgxBACECDLkBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDLgBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQfoANgIcIAMgATYCFCADIAA2AgxBACECDLcBCyADQQA2AhwgAyABNgIUIANB+Q82AhAgA0EHNgIMQQAhAgy2AQtB7AAhAgycAQsgASAERgRAQYIBIQIMtQELIAFBAWoMAgsgASAERgRAQYEBIQIMtAELIAFBAWoMAQsgASAERg0BIAFBAWoLIQFBBCECDJgBC0GAASECDLABCwNAIAEtAABBoMwAai0AACIAQQJHBEAgAEEBRwRAQekAIQIMmQELDDELIAQgAUEBaiIBRw0AC0H/ACECDK8BCyABIARGBEBB/gAhAgyvAQsCQCABLQAAQQlrDjcvAwYvBAYGBgYGBgYGBgYGBgYGBgYGBgUGBgIGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYABgsgAUEBagshAUEFIQIMlAELIAFBAWoMBgsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgyrAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgyqAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgypAQsgA0EANgIcIAMgATYCFCADQY0UNgIQIANBBzYCDEEAIQIMqAELAkACQAJAAkADQCABLQAAQaDKAGotAAAiAEEFRwRAAkAgAEEBaw4GLgMEBQYABgtB6AAhAgyUAQsgBCABQQFqIgFHDQALQf0AIQIMqwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMqgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMqQELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMqAELIANBADYCHCADIAE2AhQgA0HkCDYCECADQQc2AgxBACECDKcBCyABIARGDQEgAUEBagshAUEGIQIMjAELQfwAIQIMpAELAkACQAJAAkADQCABLQAAQaDIAGotAAAiAEEFRwRAIABBAWsOBCkCAwQFCyAEIAFBAWoiAUcNAAtB+wAhAgynAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgymAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgylAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgykAQsgA0EANgIcIAMgATYCFCADQbwKNgIQIANBBzYCDEEAIQIMowELQc8AIQIMiQELQdEAIQIMiAELQecAIQIMhwELIAEgBEYEQEH6ACECDKABCwJAIAEtAABBCWsOBCAAACAACyABQQFqIQFB5gAhAgyGAQsgASAERgRAQfkAIQIMnwELAkAgAS0AAEEJaw4EHwAAHwALQQAhAAJAIAMoAjgiAkUNACACKAI4IgJFDQAgAyACEQAAIQALIABFBEBB4gEhAgyGAQsgAEEVRwRAIANBADYCHCADIAE2AhQgA0HJDTYCECADQRo2AgxBACECDJ8BCyADQfgANgIcIAMgATYCFCADQeoaNgIQIANBFTYCDEEAIQIMngELIAEgBEcEQCADQQ02AgggAyABNgIEQeQAIQIMhQELQfcAIQIMnQELIAEgBEYEQEH2ACECDJ0BCwJAAkACQCABLQAAQcgAaw4LAAELCwsLCwsLCwILCyABQQFqIQFB3QAhAgyFAQsgAUEBaiEBQeAAIQIMhAELIAFBAWohAUHjACECDIMBC0H1ACECIAEgBEYNmwEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBtdUAai0AAEcNCCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMnAELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgAEQCADQfQANgIcIAMgATYCFCADIAA2AgxBACECDJwBC0HiACECDIIBC0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMnAELQeEAIQIMggELIANB8wA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyaAQsgAy0AKSIAQSNrQQtJDQkCQCAAQQZLDQBBASAAdEHKAHFFDQAMCgtBACECIANBADYCHCADIAE2AhQgA0HtCTYCECADQQg2AgwMmQELQfIAIQIgASAERg2YASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGz1QBqLQAARw0FIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyZAQsgAygCBCEAIANCADcDACADIAAgBkEBaiIBECsiAARAIANB8QA2AhwgAyABNgIUIAMgADYCDEEAIQIMmQELQd8AIQIMfwtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJkBC0HeACECDH8LIANB8AA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyXAQsgAy0AKUEhRg0GIANBADYCHCADIAE2AhQgA0GRCjYCECADQQg2AgxBACECDJYBC0HvACECIAEgBEYNlQEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBsNUAai0AAEcNAiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMlgELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgBFDQIgA0HtADYCHCADIAE2AhQgAyAANgIMQQAhAgyVAQsgA0EANgIACyADKAIEIQAgA0EANgIEIAMgACABECsiAEUNgAEgA0HuADYCHCADIAE2AhQgAyAANgIMQQAhAgyTAQtB3AAhAgx5C0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMkwELQdsAIQIMeQsgA0HsADYCHCADIAE2AhQgA0GAGzYCECADQRU2AgxBACECDJEBCyADLQApIgBBI0kNACAAQS5GDQAgA0EANgIcIAMgATYCFCADQckJNgIQIANBCDYCDEEAIQIMkAELQdoAIQIMdgsgASAERgRAQesAIQIMjwELAkAgAS0AAEEvRgRAIAFBAWohAQwBCyADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMQQAhAgyPAQtB2QAhAgx1CyABIARHBEAgA0EONgIIIAMgATYCBEHYACECDHULQeoAIQIMjQELIAEgBEYEQEHpACECDI0BCyABLQAAQTBrIgBB/wFxQQpJBEAgAyAAOgAqIAFBAWohAUHXACECDHQLIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ16IANB6AA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELIAEgBEYEQEHnACECDIwBCwJAIAEtAABBLkYEQCABQQFqIQEMAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDXsgA0HmADYCHCADIAE2AhQgAyAANgIMQQAhAgyMAQtB1gAhAgxyCyABIARGBEBB5QAhAgyLAQtBACEAQQEhBUEBIQdBACECAkACQAJAAkACQAJ/AkACQAJAAkACQAJAAkAgAS0AAEEwaw4KCgkAAQIDBAUGCAsLQQIMBgtBAwwFC0EEDAQLQQUMAwtBBgwCC0EHDAELQQgLIQJBACEFQQAhBwwCC0EJIQJBASEAQQAhBUEAIQcMAQtBACEFQQEhAgsgAyACOgArIAFBAWohAQJAAkAgAy0ALkEQcQ0AAkACQAJAIAMtACoOAwEAAgQLIAdFDQMMAgsgAA0BDAILIAVFDQELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ0CIANB4gA2AhwgAyABNgIUIAMgADYCDEEAIQIMjQELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ19IANB4wA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ17IANB5AA2AhwgAyABNgIUIAMgADYCDAyLAQtB1AAhAgxxCyADLQApQSJGDYYBQdMAIQIMcAtBACEAAkAgAygCOCICRQ0AIAIoAkQiAkUNACADIAIRAAAhAAsgAEUEQEHVACECDHALIABBFUcEQCADQQA2AhwgAyABNgIUIANBpA02AhAgA0EhNgIMQQAhAgyJAQsgA0HhADYCHCADIAE2AhQgA0HQGjYCECADQRU2AgxBACECDIgBCyABIARGBEBB4AAhAgyIAQsCQAJAAkACQAJAIAEtAABBCmsOBAEEBAAECyABQQFqIQEMAQsgAUEBaiEBIANBL2otAABBAXFFDQELQdIAIQIMcAsgA0EANgIcIAMgATYCFCADQbYRNgIQIANBCTYCDEEAIQIMiAELIANBADYCHCADIAE2AhQgA0G2ETYCECADQQk2AgxBACECDIcBCyABIARGBEBB3wAhAgyHAQsgAS0AAEEKRgRAIAFBAWohAQwJCyADLQAuQcAAcQ0IIANBADYCHCADIAE2AhQgA0G2ETYCECADQQI2AgxBACECDIYBCyABIARGBEBB3QAhAgyGAQsgAS0AACICQQ1GBEAgAUEBaiEBQdAAIQIMbQsgASEAIAJBCWsOBAUBAQUBCyAEIAEiAEYEQEHcACECDIUBCyAALQAAQQpHDQAgAEEBagwCC0EAIQIgA0EANgIcIAMgADYCFCADQcotNgIQIANBBzYCDAyDAQsgASAERgRAQdsAIQIMgwELAkAgAS0AAEEJaw4EAwAAAwALIAFBAWoLIQFBzgAhAgxoCyABIARGBEBB2gAhAgyBAQsgAS0AAEEJaw4EAAEBAAELQQAhAiADQQA2AhwgA0GaEjYCECADQQc2AgwgAyABQQFqNgIUDH8LIANBgBI7ASpBACEAAkAgAygCOCICRQ0AIAIoAjgiAkUNACADIAIRAAAhAAsgAEUNACAAQRVHDQEgA0HZADYCHCADIAE2AhQgA0HqGjYCECADQRU2AgxBACECDH4LQc0AIQIMZAsgA0EANgIcIAMgATYCFCADQckNNgIQIANBGjYCDEEAIQIMfAsgASAERgRAQdkAIQIMfAsgAS0AAEEgRw09IAFBAWohASADLQAuQQFxDT0gA0EANgIcIAMgATYCFCADQcIcNgIQIANBHjYCDEEAIQIMewsgASAERgRAQdgAIQIMewsCQAJAAkACQAJAIAEtAAAiAEEKaw4EAgMDAAELIAFBAWohAUEsIQIMZQsgAEE6Rw0BIANBADYCHCADIAE2AhQgA0HnETYCECADQQo2AgxBACECDH0LIAFBAWohASADQS9qLQAAQQFxRQ1zIAMtADJBgAFxRQRAIANBMmohAiADEDVBACEAAkAgAygCOCIGRQ0AIAYoAigiBkUNACADIAYRAAAhAAsCQAJAIAAOFk1MSwEBAQEBAQEBAQEBAQEBAQEBAQABCyADQSk2AhwgAyABNgIUIANBrBk2AhAgA0EVNgIMQQAhAgx+CyADQQA2AhwgAyABNgIUIANB5Qs2AhAgA0ERNgIMQQAhAgx9C0EAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ1ZIABBFUcNASADQQU2AhwgAyABNgIUIANBmxs2AhAgA0EVNgIMQQAhAgx8C0HLACECDGILQQAhAiADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMDHoLIAMgAy8BMkGAAXI7ATIMOwsgASAERwRAIANBETYCCCADIAE2AgRBygAhAgxgC0HXACECDHgLIAEgBEYEQEHWACECDHgLAkACQAJAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXFB4wBrDhMAQEBAQEBAQEBAQEBAAUBAQAIDQAsgAUEBaiEBQcYAIQIMYQsgAUEBaiEBQccAIQIMYAsgAUEBaiEBQcgAIQIMXwsgAUEBaiEBQckAIQIMXgtB1QAhAiAEIAEiAEYNdiAEIAFrIAMoAgAiAWohBiAAIAFrQQVqIQcDQCABQZDIAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQhBBCABQQVGDQoaIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHYLQdQAIQIgBCABIgBGDXUgBCABayADKAIAIgFqIQYgACABa0EPaiEHA0AgAUGAyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0HQQMgAUEPRg0JGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAx1C0HTACECIAQgASIARg10IAQgAWsgAygCACIBaiEGIAAgAWtBDmohBwNAIAFB4scAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNBiABQQ5GDQcgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMdAtB0gAhAiAEIAEiAEYNcyAEIAFrIAMoAgAiAWohBSAAIAFrQQFqIQYDQCABQeDHAGotAAAgAC0AACIHQSByIAcgB0HBAGtB/wFxQRpJG0H/AXFHDQUgAUEBRg0CIAFBAWohASAEIABBAWoiAEcNAAsgAyAFNgIADHMLIAEgBEYEQEHRACECDHMLAkACQCABLQAAIgBBIHIgACAAQcEAa0H/AXFBGkkbQf8BcUHuAGsOBwA5OTk5OQE5CyABQQFqIQFBwwAhAgxaCyABQQFqIQFBxAAhAgxZCyADQQA2AgAgBkEBaiEBQcUAIQIMWAtB0AAhAiAEIAEiAEYNcCAEIAFrIAMoAgAiAWohBiAAIAFrQQlqIQcDQCABQdbHAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQJBAiABQQlGDQQaIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHALQc8AIQIgBCABIgBGDW8gBCABayADKAIAIgFqIQYgACABa0EFaiEHA0AgAUHQxwBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBBUYNAiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxvCyAAIQEgA0EANgIADDMLQQELOgAsIANBADYCACAHQQFqIQELQS0hAgxSCwJAA0AgAS0AAEHQxQBqLQAAQQFHDQEgBCABQQFqIgFHDQALQc0AIQIMawtBwgAhAgxRCyABIARGBEBBzAAhAgxqCyABLQAAQTpGBEAgAygCBCEAIANBADYCBCADIAAgARAwIgBFDTMgA0HLADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxqCyADQQA2AhwgAyABNgIUIANB5xE2AhAgA0EKNgIMQQAhAgxpCwJAAkAgAy0ALEECaw4CAAEnCyADQTNqLQAAQQJxRQ0mIAMtAC5BAnENJiADQQA2AhwgAyABNgIUIANBphQ2AhAgA0ELNgIMQQAhAgxpCyADLQAyQSBxRQ0lIAMtAC5BAnENJSADQQA2AhwgAyABNgIUIANBvRM2AhAgA0EPNgIMQQAhAgxoC0EAIQACQCADKAI4IgJFDQAgAigCSCICRQ0AIAMgAhEAACEACyAARQRAQcEAIQIMTwsgAEEVRwRAIANBADYCHCADIAE2AhQgA0GmDzYCECADQRw2AgxBACECDGgLIANBygA2AhwgAyABNgIUIANBhRw2AhAgA0EVNgIMQQAhAgxnCyABIARHBEAgASECA0AgBCACIgFrQRBOBEAgAUEQaiEC/Qz/////////////////////IAH9AAAAIg1BB/1sIA39DODg4ODg4ODg4ODg4ODg4OD9bv0MX19fX19fX19fX19fX19fX/0mIA39DAkJCQkJCQkJCQkJCQkJCQn9I/1Q/VL9ZEF/c2giAEEQRg0BIAAgAWohAQwYCyABIARGBEBBxAAhAgxpCyABLQAAQcDBAGotAABBAUcNFyAEIAFBAWoiAkcNAAtBxAAhAgxnC0HEACECDGYLIAEgBEcEQANAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXEiAEEJRg0AIABBIEYNAAJAAkACQAJAIABB4wBrDhMAAwMDAwMDAwEDAwMDAwMDAwMCAwsgAUEBaiEBQTYhAgxSCyABQQFqIQFBNyECDFELIAFBAWohAUE4IQIMUAsMFQsgBCABQQFqIgFHDQALQTwhAgxmC0E8IQIMZQsgASAERgRAQcgAIQIMZQsgA0ESNgIIIAMgATYCBAJAAkACQAJAAkAgAy0ALEEBaw4EFAABAgkLIAMtADJBIHENA0HgASECDE8LAkAgAy8BMiIAQQhxRQ0AIAMtAChBAUcNACADLQAuQQhxRQ0CCyADIABB9/sDcUGABHI7ATIMCwsgAyADLwEyQRByOwEyDAQLIANBADYCBCADIAEgARAxIgAEQCADQcEANgIcIAMgADYCDCADIAFBAWo2AhRBACECDGYLIAFBAWohAQxYCyADQQA2AhwgAyABNgIUIANB9BM2AhAgA0EENgIMQQAhAgxkC0HHACECIAEgBEYNYyADKAIAIgAgBCABa2ohBSABIABrQQZqIQYCQANAIABBwMUAai0AACABLQAAQSByRw0BIABBBkYNSiAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAxkCyADQQA2AgAMBQsCQCABIARHBEADQCABLQAAQcDDAGotAAAiAEEBRwRAIABBAkcNAyABQQFqIQEMBQsgBCABQQFqIgFHDQALQcUAIQIMZAtBxQAhAgxjCwsgA0EAOgAsDAELQQshAgxHC0E/IQIMRgsCQAJAA0AgAS0AACIAQSBHBEACQCAAQQprDgQDBQUDAAsgAEEsRg0DDAQLIAQgAUEBaiIBRw0AC0HGACECDGALIANBCDoALAwOCyADLQAoQQFHDQIgAy0ALkEIcQ0CIAMoAgQhACADQQA2AgQgAyAAIAEQMSIABEAgA0HCADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxfCyABQQFqIQEMUAtBOyECDEQLAkADQCABLQAAIgBBIEcgAEEJR3ENASAEIAFBAWoiAUcNAAtBwwAhAgxdCwtBPCECDEILAkACQCABIARHBEADQCABLQAAIgBBIEcEQCAAQQprDgQDBAQDBAsgBCABQQFqIgFHDQALQT8hAgxdC0E/IQIMXAsgAyADLwEyQSByOwEyDAoLIAMoAgQhACADQQA2AgQgAyAAIAEQMSIARQ1OIANBPjYCHCADIAE2AhQgAyAANgIMQQAhAgxaCwJAIAEgBEcEQANAIAEtAABBwMMAai0AACIAQQFHBEAgAEECRg0DDAwLIAQgAUEBaiIBRw0AC0E3IQIMWwtBNyECDFoLIAFBAWohAQwEC0E7IQIgBCABIgBGDVggBCABayADKAIAIgFqIQYgACABa0EFaiEHAkADQCABQZDIAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQEgAUEFRgRAQQchAQw/CyABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxZCyADQQA2AgAgACEBDAULQTohAiAEIAEiAEYNVyAEIAFrIAMoAgAiAWohBiAAIAFrQQhqIQcCQANAIAFBtMEAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQhGBEBBBSEBDD4LIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADFgLIANBADYCACAAIQEMBAtBOSECIAQgASIARg1WIAQgAWsgAygCACIBaiEGIAAgAWtBA2ohBwJAA0AgAUGwwQBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBA0YEQEEGIQEMPQsgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMVwsgA0EANgIAIAAhAQwDCwJAA0AgAS0AACIAQSBHBEAgAEEKaw4EBwQEBwILIAQgAUEBaiIBRw0AC0E4IQIMVgsgAEEsRw0BIAFBAWohAEEBIQECQAJAAkACQAJAIAMtACxBBWsOBAMBAgQACyAAIQEMBAtBAiEBDAELQQQhAQsgA0EBOgAsIAMgAy8BMiABcjsBMiAAIQEMAQsgAyADLwEyQQhyOwEyIAAhAQtBPiECDDsLIANBADoALAtBOSECDDkLIAEgBEYEQEE2IQIMUgsCQAJAAkACQAJAIAEtAABBCmsOBAACAgECCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNAiADQTM2AhwgAyABNgIUIAMgADYCDEEAIQIMVQsgAygCBCEAIANBADYCBCADIAAgARAxIgBFBEAgAUEBaiEBDAYLIANBMjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxUCyADLQAuQQFxBEBB3wEhAgw7CyADKAIEIQAgA0EANgIEIAMgACABEDEiAA0BDEkLQTQhAgw5CyADQTU2AhwgAyABNgIUIAMgADYCDEEAIQIMUQtBNSECDDcLIANBL2otAABBAXENACADQQA2AhwgAyABNgIUIANB6xY2AhAgA0EZNgIMQQAhAgxPC0EzIQIMNQsgASAERgRAQTIhAgxOCwJAIAEtAABBCkYEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQZIXNgIQIANBAzYCDEEAIQIMTgtBMiECDDQLIAEgBEYEQEExIQIMTQsCQCABLQAAIgBBCUYNACAAQSBGDQBBASECAkAgAy0ALEEFaw4EBgQFAA0LIAMgAy8BMkEIcjsBMgwMCyADLQAuQQFxRQ0BIAMtACxBCEcNACADQQA6ACwLQT0hAgwyCyADQQA2AhwgAyABNgIUIANBwhY2AhAgA0EKNgIMQQAhAgxKC0ECIQIMAQtBBCECCyADQQE6ACwgAyADLwEyIAJyOwEyDAYLIAEgBEYEQEEwIQIMRwsgAS0AAEEKRgRAIAFBAWohAQwBCyADLQAuQQFxDQAgA0EANgIcIAMgATYCFCADQdwoNgIQIANBAjYCDEEAIQIMRgtBMCECDCwLIAFBAWohAUExIQIMKwsgASAERgRAQS8hAgxECyABLQAAIgBBCUcgAEEgR3FFBEAgAUEBaiEBIAMtAC5BAXENASADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMQQAhAgxEC0EBIQICQAJAAkACQAJAAkAgAy0ALEECaw4HBQQEAwECAAQLIAMgAy8BMkEIcjsBMgwDC0ECIQIMAQtBBCECCyADQQE6ACwgAyADLwEyIAJyOwEyC0EvIQIMKwsgA0EANgIcIAMgATYCFCADQYQTNgIQIANBCzYCDEEAIQIMQwtB4QEhAgwpCyABIARGBEBBLiECDEILIANBADYCBCADQRI2AgggAyABIAEQMSIADQELQS4hAgwnCyADQS02AhwgAyABNgIUIAMgADYCDEEAIQIMPwtBACEAAkAgAygCOCICRQ0AIAIoAkwiAkUNACADIAIRAAAhAAsgAEUNACAAQRVHDQEgA0HYADYCHCADIAE2AhQgA0GzGzYCECADQRU2AgxBACECDD4LQcwAIQIMJAsgA0EANgIcIAMgATYCFCADQbMONgIQIANBHTYCDEEAIQIMPAsgASAERgRAQc4AIQIMPAsgAS0AACIAQSBGDQIgAEE6Rg0BCyADQQA6ACxBCSECDCELIAMoAgQhACADQQA2AgQgAyAAIAEQMCIADQEMAgsgAy0ALkEBcQRAQd4BIQIMIAsgAygCBCEAIANBADYCBCADIAAgARAwIgBFDQIgA0EqNgIcIAMgADYCDCADIAFBAWo2AhRBACECDDgLIANBywA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMNwsgAUEBaiEBQcAAIQIMHQsgAUEBaiEBDCwLIAEgBEYEQEErIQIMNQsCQCABLQAAQQpGBEAgAUEBaiEBDAELIAMtAC5BwABxRQ0GCyADLQAyQYABcQRAQQAhAAJAIAMoAjgiAkUNACACKAJcIgJFDQAgAyACEQAAIQALIABFDRIgAEEVRgRAIANBBTYCHCADIAE2AhQgA0GbGzYCECADQRU2AgxBACECDDYLIANBADYCHCADIAE2AhQgA0GQDjYCECADQRQ2AgxBACECDDULIANBMmohAiADEDVBACEAAkAgAygCOCIGRQ0AIAYoAigiBkUNACADIAYRAAAhAAsgAA4WAgEABAQEBAQEBAQEBAQEBAQEBAQEAwQLIANBAToAMAsgAiACLwEAQcAAcjsBAAtBKyECDBgLIANBKTYCHCADIAE2AhQgA0GsGTYCECADQRU2AgxBACECDDALIANBADYCHCADIAE2AhQgA0HlCzYCECADQRE2AgxBACECDC8LIANBADYCHCADIAE2AhQgA0GlCzYCECADQQI2AgxBACECDC4LQQEhByADLwEyIgVBCHFFBEAgAykDIEIAUiEHCwJAIAMtADAEQEEBIQAgAy0AKUEFRg0BIAVBwABxRSAHcUUNAQsCQCADLQAoIgJBAkYEQEEBIQAgAy8BNCIGQeUARg0CQQAhACAFQcAAcQ0CIAZB5ABGDQIgBkHmAGtBAkkNAiAGQcwBRg0CIAZBsAJGDQIMAQtBACEAIAVBwABxDQELQQIhACAFQQhxDQAgBUGABHEEQAJAIAJBAUcNACADLQAuQQpxDQBBBSEADAILQQQhAAwBCyAFQSBxRQRAIAMQNkEAR0ECdCEADAELQQBBAyADKQMgUBshAAsgAEEBaw4FAgAHAQMEC0ERIQIMEwsgA0EBOgAxDCkLQQAhAgJAIAMoAjgiAEUNACAAKAIwIgBFDQAgAyAAEQAAIQILIAJFDSYgAkEVRgRAIANBAzYCHCADIAE2AhQgA0HSGzYCECADQRU2AgxBACECDCsLQQAhAiADQQA2AhwgAyABNgIUIANB3Q42AhAgA0ESNgIMDCoLIANBADYCHCADIAE2AhQgA0H5IDYCECADQQ82AgxBACECDCkLQQAhAAJAIAMoAjgiAkUNACACKAIwIgJFDQAgAyACEQAAIQALIAANAQtBDiECDA4LIABBFUYEQCADQQI2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgwnCyADQQA2AhwgAyABNgIUIANB3Q42AhAgA0ESNgIMQQAhAgwmC0EqIQIMDAsgASAERwRAIANBCTYCCCADIAE2AgRBKSECDAwLQSYhAgwkCyADIAMpAyAiDCAEIAFrrSIKfSILQgAgCyAMWBs3AyAgCiAMVARAQSUhAgwkCyADKAIEIQAgA0EANgIEIAMgACABIAynaiIBEDIiAEUNACADQQU2AhwgAyABNgIUIAMgADYCDEEAIQIMIwtBDyECDAkLQgAhCgJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCABLQAAQTBrDjcXFgABAgMEBQYHFBQUFBQUFAgJCgsMDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUDg8QERITFAtCAiEKDBYLQgMhCgwVC0IEIQoMFAtCBSEKDBMLQgYhCgwSC0IHIQoMEQtCCCEKDBALQgkhCgwPC0IKIQoMDgtCCyEKDA0LQgwhCgwMC0INIQoMCwtCDiEKDAoLQg8hCgwJC0IKIQoMCAtCCyEKDAcLQgwhCgwGC0INIQoMBQtCDiEKDAQLQg8hCgwDCyADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMQQAhAgwhCyABIARGBEBBIiECDCELQgAhCgJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEEwaw43FRQAAQIDBAUGBxYWFhYWFhYICQoLDA0WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFg4PEBESExYLQgIhCgwUC0IDIQoMEwtCBCEKDBILQgUhCgwRC0IGIQoMEAtCByEKDA8LQgghCgwOC0IJIQoMDQtCCiEKDAwLQgshCgwLC0IMIQoMCgtCDSEKDAkLQg4hCgwIC0IPIQoMBwtCCiEKDAYLQgshCgwFC0IMIQoMBAtCDSEKDAMLQg4hCgwCC0IPIQoMAQtCASEKCyABQQFqIQEgAykDICILQv//////////D1gEQCADIAtCBIYgCoQ3AyAMAgsgA0EANgIcIAMgATYCFCADQbUJNgIQIANBDDYCDEEAIQIMHgtBJyECDAQLQSghAgwDCyADIAE6ACwgA0EANgIAIAdBAWohAUEMIQIMAgsgA0EANgIAIAZBAWohAUEKIQIMAQsgAUEBaiEBQQghAgwACwALQQAhAiADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMDBcLQQAhAiADQQA2AhwgAyABNgIUIANBgxE2AhAgA0EJNgIMDBYLQQAhAiADQQA2AhwgAyABNgIUIANB3wo2AhAgA0EJNgIMDBULQQAhAiADQQA2AhwgAyABNgIUIANB7RA2AhAgA0EJNgIMDBQLQQAhAiADQQA2AhwgAyABNgIUIANB0hE2AhAgA0EJNgIMDBMLQQAhAiADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMDBILQQAhAiADQQA2AhwgAyABNgIUIANBgxE2AhAgA0EJNgIMDBELQQAhAiADQQA2AhwgAyABNgIUIANB3wo2AhAgA0EJNgIMDBALQQAhAiADQQA2AhwgAyABNgIUIANB7RA2AhAgA0EJNgIMDA8LQQAhAiADQQA2AhwgAyABNgIUIANB0hE2AhAgA0EJNgIMDA4LQQAhAiADQQA2AhwgAyABNgIUIANBuRc2AhAgA0EPNgIMDA0LQQAhAiADQQA2AhwgAyABNgIUIANBuRc2AhAgA0EPNgIMDAwLQQAhAiADQQA2AhwgAyABNgIUIANBmRM2AhAgA0ELNgIMDAsLQQAhAiADQQA2AhwgAyABNgIUIANBnQk2AhAgA0ELNgIMDAoLQQAhAiADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMDAkLQQAhAiADQQA2AhwgAyABNgIUIANBsRA2AhAgA0EKNgIMDAgLQQAhAiADQQA2AhwgAyABNgIUIANBux02AhAgA0ECNgIMDAcLQQAhAiADQQA2AhwgAyABNgIUIANBlhY2AhAgA0ECNgIMDAYLQQAhAiADQQA2AhwgAyABNgIUIANB+Rg2AhAgA0ECNgIMDAULQQAhAiADQQA2AhwgAyABNgIUIANBxBg2AhAgA0ECNgIMDAQLIANBAjYCHCADIAE2AhQgA0GpHjYCECADQRY2AgxBACECDAMLQd4AIQIgASAERg0CIAlBCGohByADKAIAIQUCQAJAIAEgBEcEQCAFQZbIAGohCCAEIAVqIAFrIQYgBUF/c0EKaiIFIAFqIQADQCABLQAAIAgtAABHBEBBAiEIDAMLIAVFBEBBACEIIAAhAQwDCyAFQQFrIQUgCEEBaiEIIAQgAUEBaiIBRw0ACyAGIQUgBCEBCyAHQQE2AgAgAyAFNgIADAELIANBADYCACAHIAg2AgALIAcgATYCBCAJKAIMIQACQAJAIAkoAghBAWsOAgQBAAsgA0EANgIcIANBwh42AhAgA0EXNgIMIAMgAEEBajYCFEEAIQIMAwsgA0EANgIcIAMgADYCFCADQdceNgIQIANBCTYCDEEAIQIMAgsgASAERgRAQSghAgwCCyADQQk2AgggAyABNgIEQSchAgwBCyABIARGBEBBASECDAELA0ACQAJAAkAgAS0AAEEKaw4EAAEBAAELIAFBAWohAQwBCyABQQFqIQEgAy0ALkEgcQ0AQQAhAiADQQA2AhwgAyABNgIUIANBoSE2AhAgA0EFNgIMDAILQQEhAiABIARHDQALCyAJQRBqJAAgAkUEQCADKAIMIQAMAQsgAyACNgIcQQAhACADKAIEIgFFDQAgAyABIAQgAygCCBEBACIBRQ0AIAMgBDYCFCADIAE2AgwgASEACyAAC74CAQJ/IABBADoAACAAQeQAaiIBQQFrQQA6AAAgAEEAOgACIABBADoAASABQQNrQQA6AAAgAUECa0EAOgAAIABBADoAAyABQQRrQQA6AABBACAAa0EDcSIBIABqIgBBADYCAEHkACABa0F8cSICIABqIgFBBGtBADYCAAJAIAJBCUkNACAAQQA2AgggAEEANgIEIAFBCGtBADYCACABQQxrQQA2AgAgAkEZSQ0AIABBADYCGCAAQQA2AhQgAEEANgIQIABBADYCDCABQRBrQQA2AgAgAUEUa0EANgIAIAFBGGtBADYCACABQRxrQQA2AgAgAiAAQQRxQRhyIgJrIgFBIEkNACAAIAJqIQADQCAAQgA3AxggAEIANwMQIABCADcDCCAAQgA3AwAgAEEgaiEAIAFBIGsiAUEfSw0ACwsLVgEBfwJAIAAoAgwNAAJAAkACQAJAIAAtADEOAwEAAwILIAAoAjgiAUUNACABKAIwIgFFDQAgACABEQAAIgENAwtBAA8LAAsgAEHKGTYCEEEOIQELIAELGgAgACgCDEUEQCAAQd4fNgIQIABBFTYCDAsLFAAgACgCDEEVRgRAIABBADYCDAsLFAAgACgCDEEWRgRAIABBADYCDAsLBwAgACgCDAsHACAAKAIQCwkAIAAgATYCEAsHACAAKAIUCysAAkAgAEEnTw0AQv//////CSAArYhCAYNQDQAgAEECdEHQOGooAgAPCwALFwAgAEEvTwRAAAsgAEECdEHsOWooAgALvwkBAX9B9C0hAQJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIABB5ABrDvQDY2IAAWFhYWFhYQIDBAVhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhBgcICQoLDA0OD2FhYWFhEGFhYWFhYWFhYWFhEWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYRITFBUWFxgZGhthYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2YTc4OTphYWFhYWFhYTthYWE8YWFhYT0+P2FhYWFhYWFhQGFhQWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYUJDREVGR0hJSktMTU5PUFFSU2FhYWFhYWFhVFVWV1hZWlthXF1hYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFeYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhX2BhC0HqLA8LQZgmDwtB7TEPC0GgNw8LQckpDwtBtCkPC0GWLQ8LQesrDwtBojUPC0HbNA8LQeApDwtB4yQPC0HVJA8LQe4kDwtB5iUPC0HKNA8LQdA3DwtBqjUPC0H1LA8LQfYmDwtBgiIPC0HyMw8LQb4oDwtB5zcPC0HNIQ8LQcAhDwtBuCUPC0HLJQ8LQZYkDwtBjzQPC0HNNQ8LQd0qDwtB7jMPC0GcNA8LQZ4xDwtB9DUPC0HlIg8LQa8lDwtBmTEPC0GyNg8LQfk2DwtBxDIPC0HdLA8LQYIxDwtBwTEPC0GNNw8LQckkDwtB7DYPC0HnKg8LQcgjDwtB4iEPC0HJNw8LQaUiDwtBlCIPC0HbNg8LQd41DwtBhiYPC0G8Kw8LQYsyDwtBoCMPC0H2MA8LQYAsDwtBiSsPC0GkJg8LQfIjDwtBgSgPC0GrMg8LQesnDwtBwjYPC0GiJA8LQc8qDwtB3CMPC0GHJw8LQeQ0DwtBtyIPC0GtMQ8LQdUiDwtBrzQPC0HeJg8LQdYyDwtB9DQPC0GBOA8LQfQ3DwtBkjYPC0GdJw8LQYIpDwtBjSMPC0HXMQ8LQb01DwtBtDcPC0HYMA8LQbYnDwtBmjgPC0GnKg8LQcQnDwtBriMPC0H1Ig8LAAtByiYhAQsgAQsXACAAIAAvAS5B/v8DcSABQQBHcjsBLgsaACAAIAAvAS5B/f8DcSABQQBHQQF0cjsBLgsaACAAIAAvAS5B+/8DcSABQQBHQQJ0cjsBLgsaACAAIAAvAS5B9/8DcSABQQBHQQN0cjsBLgsaACAAIAAvAS5B7/8DcSABQQBHQQR0cjsBLgsaACAAIAAvAS5B3/8DcSABQQBHQQV0cjsBLgsaACAAIAAvAS5Bv/8DcSABQQBHQQZ0cjsBLgsaACAAIAAvAS5B//4DcSABQQBHQQd0cjsBLgsaACAAIAAvAS5B//0DcSABQQBHQQh0cjsBLgsaACAAIAAvAS5B//sDcSABQQBHQQl0cjsBLgs+AQJ/AkAgACgCOCIDRQ0AIAMoAgQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQeESNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAggiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQfwRNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAgwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQewKNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhAiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQfoeNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQcsQNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhgiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQbcfNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQb8VNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQf4INgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiAiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQYwdNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQeYVNgIQQRghBAsgBAs4ACAAAn8gAC8BMkEUcUEURgRAQQEgAC0AKEEBRg0BGiAALwE0QeUARgwBCyAALQApQQVGCzoAMAtZAQJ/AkAgAC0AKEEBRg0AIAAvATQiAUHkAGtB5ABJDQAgAUHMAUYNACABQbACRg0AIAAvATIiAEHAAHENAEEBIQIgAEGIBHFBgARGDQAgAEEocUUhAgsgAguMAQECfwJAAkACQCAALQAqRQ0AIAAtACtFDQAgAC8BMiIBQQJxRQ0BDAILIAAvATIiAUEBcUUNAQtBASECIAAtAChBAUYNACAALwE0IgBB5ABrQeQASQ0AIABBzAFGDQAgAEGwAkYNACABQcAAcQ0AQQAhAiABQYgEcUGABEYNACABQShxQQBHIQILIAILcwAgAEEQav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAP0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEEwav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEEgav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEH9ATYCHAsGACAAEDoLmi0BC38jAEEQayIKJABB3NUAKAIAIglFBEBBnNkAKAIAIgVFBEBBqNkAQn83AgBBoNkAQoCAhICAgMAANwIAQZzZACAKQQhqQXBxQdiq1aoFcyIFNgIAQbDZAEEANgIAQYDZAEEANgIAC0GE2QBBwNkENgIAQdTVAEHA2QQ2AgBB6NUAIAU2AgBB5NUAQX82AgBBiNkAQcCmAzYCAANAIAFBgNYAaiABQfTVAGoiAjYCACACIAFB7NUAaiIDNgIAIAFB+NUAaiADNgIAIAFBiNYAaiABQfzVAGoiAzYCACADIAI2AgAgAUGQ1gBqIAFBhNYAaiICNgIAIAIgAzYCACABQYzWAGogAjYCACABQSBqIgFBgAJHDQALQczZBEGBpgM2AgBB4NUAQazZACgCADYCAEHQ1QBBgKYDNgIAQdzVAEHI2QQ2AgBBzP8HQTg2AgBByNkEIQkLAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAEHsAU0EQEHE1QAoAgAiBkEQIABBE2pBcHEgAEELSRsiBEEDdiIAdiIBQQNxBEACQCABQQFxIAByQQFzIgJBA3QiAEHs1QBqIgEgAEH01QBqKAIAIgAoAggiA0YEQEHE1QAgBkF+IAJ3cTYCAAwBCyABIAM2AgggAyABNgIMCyAAQQhqIQEgACACQQN0IgJBA3I2AgQgACACaiIAIAAoAgRBAXI2AgQMEQtBzNUAKAIAIgggBE8NASABBEACQEECIAB0IgJBACACa3IgASAAdHFoIgBBA3QiAkHs1QBqIgEgAkH01QBqKAIAIgIoAggiA0YEQEHE1QAgBkF+IAB3cSIGNgIADAELIAEgAzYCCCADIAE2AgwLIAIgBEEDcjYCBCAAQQN0IgAgBGshBSAAIAJqIAU2AgAgAiAEaiIEIAVBAXI2AgQgCARAIAhBeHFB7NUAaiEAQdjVACgCACEDAn9BASAIQQN2dCIBIAZxRQRAQcTVACABIAZyNgIAIAAMAQsgACgCCAsiASADNgIMIAAgAzYCCCADIAA2AgwgAyABNgIICyACQQhqIQFB2NUAIAQ2AgBBzNUAIAU2AgAMEQtByNUAKAIAIgtFDQEgC2hBAnRB9NcAaigCACIAKAIEQXhxIARrIQUgACECA0ACQCACKAIQIgFFBEAgAkEUaigCACIBRQ0BCyABKAIEQXhxIARrIgMgBUkhAiADIAUgAhshBSABIAAgAhshACABIQIMAQsLIAAoAhghCSAAKAIMIgMgAEcEQEHU1QAoAgAaIAMgACgCCCIBNgIIIAEgAzYCDAwQCyAAQRRqIgIoAgAiAUUEQCAAKAIQIgFFDQMgAEEQaiECCwNAIAIhByABIgNBFGoiAigCACIBDQAgA0EQaiECIAMoAhAiAQ0ACyAHQQA2AgAMDwtBfyEEIABBv39LDQAgAEETaiIBQXBxIQRByNUAKAIAIghFDQBBACAEayEFAkACQAJAAn9BACAEQYACSQ0AGkEfIARB////B0sNABogBEEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+agsiBkECdEH01wBqKAIAIgJFBEBBACEBQQAhAwwBC0EAIQEgBEEZIAZBAXZrQQAgBkEfRxt0IQBBACEDA0ACQCACKAIEQXhxIARrIgcgBU8NACACIQMgByIFDQBBACEFIAIhAQwDCyABIAJBFGooAgAiByAHIAIgAEEddkEEcWpBEGooAgAiAkYbIAEgBxshASAAQQF0IQAgAg0ACwsgASADckUEQEEAIQNBAiAGdCIAQQAgAGtyIAhxIgBFDQMgAGhBAnRB9NcAaigCACEBCyABRQ0BCwNAIAEoAgRBeHEgBGsiAiAFSSEAIAIgBSAAGyEFIAEgAyAAGyEDIAEoAhAiAAR/IAAFIAFBFGooAgALIgENAAsLIANFDQAgBUHM1QAoAgAgBGtPDQAgAygCGCEHIAMgAygCDCIARwRAQdTVACgCABogACADKAIIIgE2AgggASAANgIMDA4LIANBFGoiAigCACIBRQRAIAMoAhAiAUUNAyADQRBqIQILA0AgAiEGIAEiAEEUaiICKAIAIgENACAAQRBqIQIgACgCECIBDQALIAZBADYCAAwNC0HM1QAoAgAiAyAETwRAQdjVACgCACEBAkAgAyAEayICQRBPBEAgASAEaiIAIAJBAXI2AgQgASADaiACNgIAIAEgBEEDcjYCBAwBCyABIANBA3I2AgQgASADaiIAIAAoAgRBAXI2AgRBACEAQQAhAgtBzNUAIAI2AgBB2NUAIAA2AgAgAUEIaiEBDA8LQdDVACgCACIDIARLBEAgBCAJaiIAIAMgBGsiAUEBcjYCBEHc1QAgADYCAEHQ1QAgATYCACAJIARBA3I2AgQgCUEIaiEBDA8LQQAhASAEAn9BnNkAKAIABEBBpNkAKAIADAELQajZAEJ/NwIAQaDZAEKAgISAgIDAADcCAEGc2QAgCkEMakFwcUHYqtWqBXM2AgBBsNkAQQA2AgBBgNkAQQA2AgBBgIAECyIAIARBxwBqIgVqIgZBACAAayIHcSICTwRAQbTZAEEwNgIADA8LAkBB/NgAKAIAIgFFDQBB9NgAKAIAIgggAmohACAAIAFNIAAgCEtxDQBBACEBQbTZAEEwNgIADA8LQYDZAC0AAEEEcQ0EAkACQCAJBEBBhNkAIQEDQCABKAIAIgAgCU0EQCAAIAEoAgRqIAlLDQMLIAEoAggiAQ0ACwtBABA7IgBBf0YNBSACIQZBoNkAKAIAIgFBAWsiAyAAcQRAIAIgAGsgACADakEAIAFrcWohBgsgBCAGTw0FIAZB/v///wdLDQVB/NgAKAIAIgMEQEH02AAoAgAiByAGaiEBIAEgB00NBiABIANLDQYLIAYQOyIBIABHDQEMBwsgBiADayAHcSIGQf7///8HSw0EIAYQOyEAIAAgASgCACABKAIEakYNAyAAIQELAkAgBiAEQcgAak8NACABQX9GDQBBpNkAKAIAIgAgBSAGa2pBACAAa3EiAEH+////B0sEQCABIQAMBwsgABA7QX9HBEAgACAGaiEGIAEhAAwHC0EAIAZrEDsaDAQLIAEiAEF/Rw0FDAMLQQAhAwwMC0EAIQAMCgsgAEF/Rw0CC0GA2QBBgNkAKAIAQQRyNgIACyACQf7///8HSw0BIAIQOyEAQQAQOyEBIABBf0YNASABQX9GDQEgACABTw0BIAEgAGsiBiAEQThqTQ0BC0H02ABB9NgAKAIAIAZqIgE2AgBB+NgAKAIAIAFJBEBB+NgAIAE2AgALAkACQAJAQdzVACgCACICBEBBhNkAIQEDQCAAIAEoAgAiAyABKAIEIgVqRg0CIAEoAggiAQ0ACwwCC0HU1QAoAgAiAUEARyAAIAFPcUUEQEHU1QAgADYCAAtBACEBQYjZACAGNgIAQYTZACAANgIAQeTVAEF/NgIAQejVAEGc2QAoAgA2AgBBkNkAQQA2AgADQCABQYDWAGogAUH01QBqIgI2AgAgAiABQezVAGoiAzYCACABQfjVAGogAzYCACABQYjWAGogAUH81QBqIgM2AgAgAyACNgIAIAFBkNYAaiABQYTWAGoiAjYCACACIAM2AgAgAUGM1gBqIAI2AgAgAUEgaiIBQYACRw0AC0F4IABrQQ9xIgEgAGoiAiAGQThrIgMgAWsiAUEBcjYCBEHg1QBBrNkAKAIANgIAQdDVACABNgIAQdzVACACNgIAIAAgA2pBODYCBAwCCyAAIAJNDQAgAiADSQ0AIAEoAgxBCHENAEF4IAJrQQ9xIgAgAmoiA0HQ1QAoAgAgBmoiByAAayIAQQFyNgIEIAEgBSAGajYCBEHg1QBBrNkAKAIANgIAQdDVACAANgIAQdzVACADNgIAIAIgB2pBODYCBAwBCyAAQdTVACgCAEkEQEHU1QAgADYCAAsgACAGaiEDQYTZACEBAkACQAJAA0AgAyABKAIARwRAIAEoAggiAQ0BDAILCyABLQAMQQhxRQ0BC0GE2QAhAQNAIAEoAgAiAyACTQRAIAMgASgCBGoiBSACSw0DCyABKAIIIQEMAAsACyABIAA2AgAgASABKAIEIAZqNgIEIABBeCAAa0EPcWoiCSAEQQNyNgIEIANBeCADa0EPcWoiBiAEIAlqIgRrIQEgAiAGRgRAQdzVACAENgIAQdDVAEHQ1QAoAgAgAWoiADYCACAEIABBAXI2AgQMCAtB2NUAKAIAIAZGBEBB2NUAIAQ2AgBBzNUAQczVACgCACABaiIANgIAIAQgAEEBcjYCBCAAIARqIAA2AgAMCAsgBigCBCIFQQNxQQFHDQYgBUF4cSEIIAVB/wFNBEAgBUEDdiEDIAYoAggiACAGKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwHCyACIAA2AgggACACNgIMDAYLIAYoAhghByAGIAYoAgwiAEcEQCAAIAYoAggiAjYCCCACIAA2AgwMBQsgBkEUaiICKAIAIgVFBEAgBigCECIFRQ0EIAZBEGohAgsDQCACIQMgBSIAQRRqIgIoAgAiBQ0AIABBEGohAiAAKAIQIgUNAAsgA0EANgIADAQLQXggAGtBD3EiASAAaiIHIAZBOGsiAyABayIBQQFyNgIEIAAgA2pBODYCBCACIAVBNyAFa0EPcWpBP2siAyADIAJBEGpJGyIDQSM2AgRB4NUAQazZACgCADYCAEHQ1QAgATYCAEHc1QAgBzYCACADQRBqQYzZACkCADcCACADQYTZACkCADcCCEGM2QAgA0EIajYCAEGI2QAgBjYCAEGE2QAgADYCAEGQ2QBBADYCACADQSRqIQEDQCABQQc2AgAgBSABQQRqIgFLDQALIAIgA0YNACADIAMoAgRBfnE2AgQgAyADIAJrIgU2AgAgAiAFQQFyNgIEIAVB/wFNBEAgBUF4cUHs1QBqIQACf0HE1QAoAgAiAUEBIAVBA3Z0IgNxRQRAQcTVACABIANyNgIAIAAMAQsgACgCCAsiASACNgIMIAAgAjYCCCACIAA2AgwgAiABNgIIDAELQR8hASAFQf///wdNBEAgBUEmIAVBCHZnIgBrdkEBcSAAQQF0a0E+aiEBCyACIAE2AhwgAkIANwIQIAFBAnRB9NcAaiEAQcjVACgCACIDQQEgAXQiBnFFBEAgACACNgIAQcjVACADIAZyNgIAIAIgADYCGCACIAI2AgggAiACNgIMDAELIAVBGSABQQF2a0EAIAFBH0cbdCEBIAAoAgAhAwJAA0AgAyIAKAIEQXhxIAVGDQEgAUEddiEDIAFBAXQhASAAIANBBHFqQRBqIgYoAgAiAw0ACyAGIAI2AgAgAiAANgIYIAIgAjYCDCACIAI2AggMAQsgACgCCCIBIAI2AgwgACACNgIIIAJBADYCGCACIAA2AgwgAiABNgIIC0HQ1QAoAgAiASAETQ0AQdzVACgCACIAIARqIgIgASAEayIBQQFyNgIEQdDVACABNgIAQdzVACACNgIAIAAgBEEDcjYCBCAAQQhqIQEMCAtBACEBQbTZAEEwNgIADAcLQQAhAAsgB0UNAAJAIAYoAhwiAkECdEH01wBqIgMoAgAgBkYEQCADIAA2AgAgAA0BQcjVAEHI1QAoAgBBfiACd3E2AgAMAgsgB0EQQRQgBygCECAGRhtqIAA2AgAgAEUNAQsgACAHNgIYIAYoAhAiAgRAIAAgAjYCECACIAA2AhgLIAZBFGooAgAiAkUNACAAQRRqIAI2AgAgAiAANgIYCyABIAhqIQEgBiAIaiIGKAIEIQULIAYgBUF+cTYCBCABIARqIAE2AgAgBCABQQFyNgIEIAFB/wFNBEAgAUF4cUHs1QBqIQACf0HE1QAoAgAiAkEBIAFBA3Z0IgFxRQRAQcTVACABIAJyNgIAIAAMAQsgACgCCAsiASAENgIMIAAgBDYCCCAEIAA2AgwgBCABNgIIDAELQR8hBSABQf///wdNBEAgAUEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+aiEFCyAEIAU2AhwgBEIANwIQIAVBAnRB9NcAaiEAQcjVACgCACICQQEgBXQiA3FFBEAgACAENgIAQcjVACACIANyNgIAIAQgADYCGCAEIAQ2AgggBCAENgIMDAELIAFBGSAFQQF2a0EAIAVBH0cbdCEFIAAoAgAhAAJAA0AgACICKAIEQXhxIAFGDQEgBUEddiEAIAVBAXQhBSACIABBBHFqQRBqIgMoAgAiAA0ACyADIAQ2AgAgBCACNgIYIAQgBDYCDCAEIAQ2AggMAQsgAigCCCIAIAQ2AgwgAiAENgIIIARBADYCGCAEIAI2AgwgBCAANgIICyAJQQhqIQEMAgsCQCAHRQ0AAkAgAygCHCIBQQJ0QfTXAGoiAigCACADRgRAIAIgADYCACAADQFByNUAIAhBfiABd3EiCDYCAAwCCyAHQRBBFCAHKAIQIANGG2ogADYCACAARQ0BCyAAIAc2AhggAygCECIBBEAgACABNgIQIAEgADYCGAsgA0EUaigCACIBRQ0AIABBFGogATYCACABIAA2AhgLAkAgBUEPTQRAIAMgBCAFaiIAQQNyNgIEIAAgA2oiACAAKAIEQQFyNgIEDAELIAMgBGoiAiAFQQFyNgIEIAMgBEEDcjYCBCACIAVqIAU2AgAgBUH/AU0EQCAFQXhxQezVAGohAAJ/QcTVACgCACIBQQEgBUEDdnQiBXFFBEBBxNUAIAEgBXI2AgAgAAwBCyAAKAIICyIBIAI2AgwgACACNgIIIAIgADYCDCACIAE2AggMAQtBHyEBIAVB////B00EQCAFQSYgBUEIdmciAGt2QQFxIABBAXRrQT5qIQELIAIgATYCHCACQgA3AhAgAUECdEH01wBqIQBBASABdCIEIAhxRQRAIAAgAjYCAEHI1QAgBCAIcjYCACACIAA2AhggAiACNgIIIAIgAjYCDAwBCyAFQRkgAUEBdmtBACABQR9HG3QhASAAKAIAIQQCQANAIAQiACgCBEF4cSAFRg0BIAFBHXYhBCABQQF0IQEgACAEQQRxakEQaiIGKAIAIgQNAAsgBiACNgIAIAIgADYCGCACIAI2AgwgAiACNgIIDAELIAAoAggiASACNgIMIAAgAjYCCCACQQA2AhggAiAANgIMIAIgATYCCAsgA0EIaiEBDAELAkAgCUUNAAJAIAAoAhwiAUECdEH01wBqIgIoAgAgAEYEQCACIAM2AgAgAw0BQcjVACALQX4gAXdxNgIADAILIAlBEEEUIAkoAhAgAEYbaiADNgIAIANFDQELIAMgCTYCGCAAKAIQIgEEQCADIAE2AhAgASADNgIYCyAAQRRqKAIAIgFFDQAgA0EUaiABNgIAIAEgAzYCGAsCQCAFQQ9NBEAgACAEIAVqIgFBA3I2AgQgACABaiIBIAEoAgRBAXI2AgQMAQsgACAEaiIHIAVBAXI2AgQgACAEQQNyNgIEIAUgB2ogBTYCACAIBEAgCEF4cUHs1QBqIQFB2NUAKAIAIQMCf0EBIAhBA3Z0IgIgBnFFBEBBxNUAIAIgBnI2AgAgAQwBCyABKAIICyICIAM2AgwgASADNgIIIAMgATYCDCADIAI2AggLQdjVACAHNgIAQczVACAFNgIACyAAQQhqIQELIApBEGokACABC0MAIABFBEA/AEEQdA8LAkAgAEH//wNxDQAgAEEASA0AIABBEHZAACIAQX9GBEBBtNkAQTA2AgBBfw8LIABBEHQPCwALC5lCIgBBgAgLDQEAAAAAAAAAAgAAAAMAQZgICwUEAAAABQBBqAgLCQYAAAAHAAAACABB5AgLwjJJbnZhbGlkIGNoYXIgaW4gdXJsIHF1ZXJ5AFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fYm9keQBDb250ZW50LUxlbmd0aCBvdmVyZmxvdwBDaHVuayBzaXplIG92ZXJmbG93AEludmFsaWQgbWV0aG9kIGZvciBIVFRQL3gueCByZXF1ZXN0AEludmFsaWQgbWV0aG9kIGZvciBSVFNQL3gueCByZXF1ZXN0AEV4cGVjdGVkIFNPVVJDRSBtZXRob2QgZm9yIElDRS94LnggcmVxdWVzdABJbnZhbGlkIGNoYXIgaW4gdXJsIGZyYWdtZW50IHN0YXJ0AEV4cGVjdGVkIGRvdABTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3N0YXR1cwBJbnZhbGlkIHJlc3BvbnNlIHN0YXR1cwBFeHBlY3RlZCBMRiBhZnRlciBoZWFkZXJzAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMAVXNlciBjYWxsYmFjayBlcnJvcgBgb25fcmVzZXRgIGNhbGxiYWNrIGVycm9yAGBvbl9jaHVua19oZWFkZXJgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2JlZ2luYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX3ZhbHVlYCBjYWxsYmFjayBlcnJvcgBgb25fc3RhdHVzX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fdmVyc2lvbl9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3VybF9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3Byb3RvY29sX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9oZWFkZXJfdmFsdWVfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fbWV0aG9kX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25faGVhZGVyX2ZpZWxkX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX25hbWVgIGNhbGxiYWNrIGVycm9yAFVuZXhwZWN0ZWQgY2hhciBpbiB1cmwgc2VydmVyAEludmFsaWQgaGVhZGVyIHZhbHVlIGNoYXIASW52YWxpZCBoZWFkZXIgZmllbGQgY2hhcgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3ZlcnNpb24ASW52YWxpZCBtaW5vciB2ZXJzaW9uAEludmFsaWQgbWFqb3IgdmVyc2lvbgBFeHBlY3RlZCBzcGFjZSBhZnRlciB2ZXJzaW9uAEV4cGVjdGVkIENSTEYgYWZ0ZXIgdmVyc2lvbgBJbnZhbGlkIEhUVFAgdmVyc2lvbgBJbnZhbGlkIGhlYWRlciB0b2tlbgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3VybABJbnZhbGlkIGNoYXJhY3RlcnMgaW4gdXJsAFVuZXhwZWN0ZWQgc3RhcnQgY2hhciBpbiB1cmwARG91YmxlIEAgaW4gdXJsAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fcHJvdG9jb2wARW1wdHkgQ29udGVudC1MZW5ndGgASW52YWxpZCBjaGFyYWN0ZXIgaW4gQ29udGVudC1MZW5ndGgAVHJhbnNmZXItRW5jb2RpbmcgY2FuJ3QgYmUgcHJlc2VudCB3aXRoIENvbnRlbnQtTGVuZ3RoAER1cGxpY2F0ZSBDb250ZW50LUxlbmd0aABJbnZhbGlkIGNoYXIgaW4gdXJsIHBhdGgAQ29udGVudC1MZW5ndGggY2FuJ3QgYmUgcHJlc2VudCB3aXRoIFRyYW5zZmVyLUVuY29kaW5nAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgc2l6ZQBFeHBlY3RlZCBMRiBhZnRlciBjaHVuayBzaXplAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIHNpemUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfdmFsdWUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9jaHVua19leHRlbnNpb25fdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyB2YWx1ZQBVbmV4cGVjdGVkIHdoaXRlc3BhY2UgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgTEYgYWZ0ZXIgaGVhZGVyIHZhbHVlAEludmFsaWQgYFRyYW5zZmVyLUVuY29kaW5nYCBoZWFkZXIgdmFsdWUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciBjaHVuayBleHRlbnNpb24gdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBxdW90ZSB2YWx1ZQBJbnZhbGlkIHF1b3RlZC1wYWlyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAFBhdXNlZCBieSBvbl9oZWFkZXJzX2NvbXBsZXRlAEludmFsaWQgRU9GIHN0YXRlAG9uX3Jlc2V0IHBhdXNlAG9uX2NodW5rX2hlYWRlciBwYXVzZQBvbl9tZXNzYWdlX2JlZ2luIHBhdXNlAG9uX2NodW5rX2V4dGVuc2lvbl92YWx1ZSBwYXVzZQBvbl9zdGF0dXNfY29tcGxldGUgcGF1c2UAb25fdmVyc2lvbl9jb21wbGV0ZSBwYXVzZQBvbl91cmxfY29tcGxldGUgcGF1c2UAb25fcHJvdG9jb2xfY29tcGxldGUgcGF1c2UAb25fY2h1bmtfY29tcGxldGUgcGF1c2UAb25faGVhZGVyX3ZhbHVlX2NvbXBsZXRlIHBhdXNlAG9uX21lc3NhZ2VfY29tcGxldGUgcGF1c2UAb25fbWV0aG9kX2NvbXBsZXRlIHBhdXNlAG9uX2hlYWRlcl9maWVsZF9jb21wbGV0ZSBwYXVzZQBvbl9jaHVua19leHRlbnNpb25fbmFtZSBwYXVzZQBVbmV4cGVjdGVkIHNwYWNlIGFmdGVyIHN0YXJ0IGxpbmUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciByZXNwb25zZSBsaW5lAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fY2h1bmtfZXh0ZW5zaW9uX25hbWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBuYW1lAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgZXh0ZW5zaW9uIG5hbWUASW52YWxpZCBzdGF0dXMgY29kZQBQYXVzZSBvbiBDT05ORUNUL1VwZ3JhZGUAUGF1c2Ugb24gUFJJL1VwZ3JhZGUARXhwZWN0ZWQgSFRUUC8yIENvbm5lY3Rpb24gUHJlZmFjZQBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX21ldGhvZABFeHBlY3RlZCBzcGFjZSBhZnRlciBtZXRob2QAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfZmllbGQAUGF1c2VkAEludmFsaWQgd29yZCBlbmNvdW50ZXJlZABJbnZhbGlkIG1ldGhvZCBlbmNvdW50ZXJlZABNaXNzaW5nIGV4cGVjdGVkIENSIGFmdGVyIGNodW5rIGRhdGEARXhwZWN0ZWQgTEYgYWZ0ZXIgY2h1bmsgZGF0YQBVbmV4cGVjdGVkIGNoYXIgaW4gdXJsIHNjaGVtYQBSZXF1ZXN0IGhhcyBpbnZhbGlkIGBUcmFuc2Zlci1FbmNvZGluZ2AARGF0YSBhZnRlciBgQ29ubmVjdGlvbjogY2xvc2VgAFNXSVRDSF9QUk9YWQBVU0VfUFJPWFkATUtBQ1RJVklUWQBVTlBST0NFU1NBQkxFX0VOVElUWQBRVUVSWQBDT1BZAE1PVkVEX1BFUk1BTkVOVExZAFRPT19FQVJMWQBOT1RJRlkARkFJTEVEX0RFUEVOREVOQ1kAQkFEX0dBVEVXQVkAUExBWQBQVVQAQ0hFQ0tPVVQAR0FURVdBWV9USU1FT1VUAFJFUVVFU1RfVElNRU9VVABORVRXT1JLX0NPTk5FQ1RfVElNRU9VVABDT05ORUNUSU9OX1RJTUVPVVQATE9HSU5fVElNRU9VVABORVRXT1JLX1JFQURfVElNRU9VVABQT1NUAE1JU0RJUkVDVEVEX1JFUVVFU1QAQ0xJRU5UX0NMT1NFRF9SRVFVRVNUAENMSUVOVF9DTE9TRURfTE9BRF9CQUxBTkNFRF9SRVFVRVNUAEJBRF9SRVFVRVNUAEhUVFBfUkVRVUVTVF9TRU5UX1RPX0hUVFBTX1BPUlQAUkVQT1JUAElNX0FfVEVBUE9UAFJFU0VUX0NPTlRFTlQATk9fQ09OVEVOVABQQVJUSUFMX0NPTlRFTlQASFBFX0lOVkFMSURfQ09OU1RBTlQASFBFX0NCX1JFU0VUAEdFVABIUEVfU1RSSUNUAENPTkZMSUNUAFRFTVBPUkFSWV9SRURJUkVDVABQRVJNQU5FTlRfUkVESVJFQ1QAQ09OTkVDVABNVUxUSV9TVEFUVVMASFBFX0lOVkFMSURfU1RBVFVTAFRPT19NQU5ZX1JFUVVFU1RTAEVBUkxZX0hJTlRTAFVOQVZBSUxBQkxFX0ZPUl9MRUdBTF9SRUFTT05TAE9QVElPTlMAU1dJVENISU5HX1BST1RPQ09MUwBWQVJJQU5UX0FMU09fTkVHT1RJQVRFUwBNVUxUSVBMRV9DSE9JQ0VTAElOVEVSTkFMX1NFUlZFUl9FUlJPUgBXRUJfU0VSVkVSX1VOS05PV05fRVJST1IAUkFJTEdVTl9FUlJPUgBJREVOVElUWV9QUk9WSURFUl9BVVRIRU5USUNBVElPTl9FUlJPUgBTU0xfQ0VSVElGSUNBVEVfRVJST1IASU5WQUxJRF9YX0ZPUldBUkRFRF9GT1IAU0VUX1BBUkFNRVRFUgBHRVRfUEFSQU1FVEVSAEhQRV9VU0VSAFNFRV9PVEhFUgBIUEVfQ0JfQ0hVTktfSEVBREVSAEV4cGVjdGVkIExGIGFmdGVyIENSAE1LQ0FMRU5EQVIAU0VUVVAAV0VCX1NFUlZFUl9JU19ET1dOAFRFQVJET1dOAEhQRV9DTE9TRURfQ09OTkVDVElPTgBIRVVSSVNUSUNfRVhQSVJBVElPTgBESVNDT05ORUNURURfT1BFUkFUSU9OAE5PTl9BVVRIT1JJVEFUSVZFX0lORk9STUFUSU9OAEhQRV9JTlZBTElEX1ZFUlNJT04ASFBFX0NCX01FU1NBR0VfQkVHSU4AU0lURV9JU19GUk9aRU4ASFBFX0lOVkFMSURfSEVBREVSX1RPS0VOAElOVkFMSURfVE9LRU4ARk9SQklEREVOAEVOSEFOQ0VfWU9VUl9DQUxNAEhQRV9JTlZBTElEX1VSTABCTE9DS0VEX0JZX1BBUkVOVEFMX0NPTlRST0wATUtDT0wAQUNMAEhQRV9JTlRFUk5BTABSRVFVRVNUX0hFQURFUl9GSUVMRFNfVE9PX0xBUkdFX1VOT0ZGSUNJQUwASFBFX09LAFVOTElOSwBVTkxPQ0sAUFJJAFJFVFJZX1dJVEgASFBFX0lOVkFMSURfQ09OVEVOVF9MRU5HVEgASFBFX1VORVhQRUNURURfQ09OVEVOVF9MRU5HVEgARkxVU0gAUFJPUFBBVENIAE0tU0VBUkNIAFVSSV9UT09fTE9ORwBQUk9DRVNTSU5HAE1JU0NFTExBTkVPVVNfUEVSU0lTVEVOVF9XQVJOSU5HAE1JU0NFTExBTkVPVVNfV0FSTklORwBIUEVfSU5WQUxJRF9UUkFOU0ZFUl9FTkNPRElORwBFeHBlY3RlZCBDUkxGAEhQRV9JTlZBTElEX0NIVU5LX1NJWkUATU9WRQBDT05USU5VRQBIUEVfQ0JfU1RBVFVTX0NPTVBMRVRFAEhQRV9DQl9IRUFERVJTX0NPTVBMRVRFAEhQRV9DQl9WRVJTSU9OX0NPTVBMRVRFAEhQRV9DQl9VUkxfQ09NUExFVEUASFBFX0NCX1BST1RPQ09MX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19DT01QTEVURQBIUEVfQ0JfSEVBREVSX1ZBTFVFX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19FWFRFTlNJT05fVkFMVUVfQ09NUExFVEUASFBFX0NCX0NIVU5LX0VYVEVOU0lPTl9OQU1FX0NPTVBMRVRFAEhQRV9DQl9NRVNTQUdFX0NPTVBMRVRFAEhQRV9DQl9NRVRIT0RfQ09NUExFVEUASFBFX0NCX0hFQURFUl9GSUVMRF9DT01QTEVURQBERUxFVEUASFBFX0lOVkFMSURfRU9GX1NUQVRFAElOVkFMSURfU1NMX0NFUlRJRklDQVRFAFBBVVNFAE5PX1JFU1BPTlNFAFVOU1VQUE9SVEVEX01FRElBX1RZUEUAR09ORQBOT1RfQUNDRVBUQUJMRQBTRVJWSUNFX1VOQVZBSUxBQkxFAFJBTkdFX05PVF9TQVRJU0ZJQUJMRQBPUklHSU5fSVNfVU5SRUFDSEFCTEUAUkVTUE9OU0VfSVNfU1RBTEUAUFVSR0UATUVSR0UAUkVRVUVTVF9IRUFERVJfRklFTERTX1RPT19MQVJHRQBSRVFVRVNUX0hFQURFUl9UT09fTEFSR0UAUEFZTE9BRF9UT09fTEFSR0UASU5TVUZGSUNJRU5UX1NUT1JBR0UASFBFX1BBVVNFRF9VUEdSQURFAEhQRV9QQVVTRURfSDJfVVBHUkFERQBTT1VSQ0UAQU5OT1VOQ0UAVFJBQ0UASFBFX1VORVhQRUNURURfU1BBQ0UAREVTQ1JJQkUAVU5TVUJTQ1JJQkUAUkVDT1JEAEhQRV9JTlZBTElEX01FVEhPRABOT1RfRk9VTkQAUFJPUEZJTkQAVU5CSU5EAFJFQklORABVTkFVVEhPUklaRUQATUVUSE9EX05PVF9BTExPV0VEAEhUVFBfVkVSU0lPTl9OT1RfU1VQUE9SVEVEAEFMUkVBRFlfUkVQT1JURUQAQUNDRVBURUQATk9UX0lNUExFTUVOVEVEAExPT1BfREVURUNURUQASFBFX0NSX0VYUEVDVEVEAEhQRV9MRl9FWFBFQ1RFRABDUkVBVEVEAElNX1VTRUQASFBFX1BBVVNFRABUSU1FT1VUX09DQ1VSRUQAUEFZTUVOVF9SRVFVSVJFRABQUkVDT05ESVRJT05fUkVRVUlSRUQAUFJPWFlfQVVUSEVOVElDQVRJT05fUkVRVUlSRUQATkVUV09SS19BVVRIRU5USUNBVElPTl9SRVFVSVJFRABMRU5HVEhfUkVRVUlSRUQAU1NMX0NFUlRJRklDQVRFX1JFUVVJUkVEAFVQR1JBREVfUkVRVUlSRUQAUEFHRV9FWFBJUkVEAFBSRUNPTkRJVElPTl9GQUlMRUQARVhQRUNUQVRJT05fRkFJTEVEAFJFVkFMSURBVElPTl9GQUlMRUQAU1NMX0hBTkRTSEFLRV9GQUlMRUQATE9DS0VEAFRSQU5TRk9STUFUSU9OX0FQUExJRUQATk9UX01PRElGSUVEAE5PVF9FWFRFTkRFRABCQU5EV0lEVEhfTElNSVRfRVhDRUVERUQAU0lURV9JU19PVkVSTE9BREVEAEhFQUQARXhwZWN0ZWQgSFRUUC8sIFJUU1AvIG9yIElDRS8A5xUAAK8VAACkEgAAkhoAACYWAACeFAAA2xkAAHkVAAB+EgAA/hQAADYVAAALFgAA2BYAAPMSAABCGAAArBYAABIVAAAUFwAA7xcAAEgUAABxFwAAshoAAGsZAAB+GQAANRQAAIIaAABEFwAA/RYAAB4YAACHFwAAqhkAAJMSAAAHGAAALBcAAMoXAACkFwAA5xUAAOcVAABYFwAAOxgAAKASAAAtHAAAwxEAAEgRAADeEgAAQhMAAKQZAAD9EAAA9xUAAKUVAADvFgAA+BkAAEoWAABWFgAA9RUAAAoaAAAIGgAAARoAAKsVAABCEgAA1xAAAEwRAAAFGQAAVBYAAB4RAADKGQAAyBkAAE4WAAD/GAAAcRQAAPAVAADuFQAAlBkAAPwVAAC/GQAAmxkAAHwUAABDEQAAcBgAAJUUAAAnFAAAGRQAANUSAADUGQAARBYAAPcQAEG5OwsBAQBB0DsL4AEBAQIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBuj0LBAEAAAIAQdE9C14DBAMDAwMDAAADAwADAwADAwMDAwMDAwMDAAUAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAwADAEG6PwsEAQAAAgBB0T8LXgMAAwMDAwMAAAMDAAMDAAMDAwMDAwMDAwMABAAFAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwADAAMAQbDBAAsNbG9zZWVlcC1hbGl2ZQBBycEACwEBAEHgwQAL4AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBycMACwEBAEHgwwAL5wEBAQEBAQEBAQEBAQECAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAWNodW5rZWQAQfHFAAteAQABAQEBAQAAAQEAAQEAAQEBAQEBAQEBAQAAAAAAAAABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQAAAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAEAAQBB0McACyFlY3Rpb25lbnQtbGVuZ3Rob25yb3h5LWNvbm5lY3Rpb24AQYDIAAsgcmFuc2Zlci1lbmNvZGluZ3BncmFkZQ0KDQpTTQ0KDQoAQanIAAsFAQIAAQMAQcDIAAtfBAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanKAAsFAQIAAQMAQcDKAAtfBAUFBgUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanMAAsEAQAAAQBBwcwAC14CAgACAgICAgICAgICAgICAgICAgICAgICAgICAgIAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAEGpzgALBQECAAEDAEHAzgALXwQFAAAFBQUFBQUFBQUFBQYFBQUFBQUFBQUFBQUABQAHCAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQAFAAUABQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAAAAFAEGp0AALBQEBAAEBAEHA0AALAQEAQdrQAAtBAgAAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAQanSAAsFAQEAAQEAQcDSAAsBAQBBytIACwYCAAAAAAIAQeHSAAs6AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwBBoNQAC50BTk9VTkNFRUNLT1VUTkVDVEVURUNSSUJFTFVTSEVURUFEU0VBUkNIUkdFQ1RJVklUWUxFTkRBUlZFT1RJRllQVElPTlNDSFNFQVlTVEFUQ0hHRVVFUllPUkRJUkVDVE9SVFJDSFBBUkFNRVRFUlVSQ0VCU0NSSUJFQVJET1dOQUNFSU5ETktDS1VCU0NSSUJFVFRQQ0VUU1BBRFRQLw==`;
let wasmBuffer;
Object.defineProperty(module,"exports",{get:()=>{
return wasmBuffer?wasmBuffer:wasmBuffer=Buffer.from(wasmBase64,`base64`)}})}));
var require_constants=__commonJSMin(((exports,module)=>{
const corsSafeListedMethods=[`GET`,`HEAD`,`POST`];
const corsSafeListedMethodsSet=new Set(corsSafeListedMethods);
const nullBodyStatus=[101,204,205,304];
const redirectStatus=[301,302,303,307,308];
const redirectStatusSet=new Set(redirectStatus);
const badPorts=[`1`,`7`,`9`,`11`,`13`,`15`,`17`,`19`,`20`,`21`,`22`,`23`,`25`,`37`,`42`,`43`,`53`,`69`,`77`,`79`,`87`,`95`,`101`,`102`,`103`,`104`,`109`,`110`,`111`,`113`,`115`,`117`,`119`,`123`,`135`,`137`,`139`,`143`,`161`,`179`,`389`,`427`,`465`,`512`,`513`,`514`,`515`,`526`,`530`,`531`,`532`,`540`,`548`,`554`,`556`,`563`,`587`,`601`,`636`,`989`,`990`,`993`,`995`,`1719`,`1720`,`1723`,`2049`,`3659`,`4045`,`4190`,`5060`,`5061`,`6000`,`6566`,`6665`,`6666`,`6667`,`6668`,`6669`,`6679`,`6697`,`10080`];
const badPortsSet=new Set(badPorts);
const referrerPolicyTokens=[`no-referrer`,`no-referrer-when-downgrade`,`same-origin`,`origin`,`strict-origin`,`origin-when-cross-origin`,`strict-origin-when-cross-origin`,`unsafe-url`];
const referrerPolicy=[``,...referrerPolicyTokens];
const referrerPolicyTokensSet=new Set(referrerPolicyTokens);
const requestRedirect=[`follow`,`manual`,`error`];
const safeMethods=[`GET`,`HEAD`,`OPTIONS`,`TRACE`];
const safeMethodsSet=new Set(safeMethods);
const requestMode=[`navigate`,`same-origin`,`no-cors`,`cors`];
const requestCredentials=[`omit`,`same-origin`,`include`];
const requestCache=[`default`,`no-store`,`reload`,`no-cache`,`force-cache`,`only-if-cached`];
const requestBodyHeader=[`content-encoding`,`content-language`,`content-location`,`content-type`,`content-length`];
const requestDuplex=[`half`];
const forbiddenMethods=[`CONNECT`,`TRACE`,`TRACK`];
const forbiddenMethodsSet=new Set(forbiddenMethods);
const subresource=[`audio`,`audioworklet`,`font`,`image`,`manifest`,`paintworklet`,`script`,`style`,`track`,`video`,`xslt`,``];
const subresourceSet=new Set(subresource);
module.exports={subresource,forbiddenMethods,requestBodyHeader,referrerPolicy,requestRedirect,requestMode,requestCredentials,requestCache,redirectStatus,corsSafeListedMethods,nullBodyStatus,safeMethods,badPorts,requestDuplex,subresourceSet,badPortsSet,redirectStatusSet,corsSafeListedMethodsSet,safeMethodsSet,forbiddenMethodsSet,referrerPolicyTokens:referrerPolicyTokensSet}}));
var require_global=__commonJSMin(((exports,module)=>{
const globalOrigin=Symbol.for(`undici.globalOrigin.1`);
function getGlobalOrigin(){
return globalThis[globalOrigin]}
function setGlobalOrigin(newOrigin){
if(newOrigin===void 0){
Object.defineProperty(globalThis,globalOrigin,{value:void 0,writable:true,enumerable:false,configurable:false});
return}
const parsedURL=new URL(newOrigin);
if(parsedURL.protocol!==`http:`&&parsedURL.protocol!==`https:`)throw new TypeError(`Only http & https urls are allowed, received ${parsedURL.protocol}`);
Object.defineProperty(globalThis,globalOrigin,{value:parsedURL,writable:true,enumerable:false,configurable:false})}
module.exports={getGlobalOrigin,setGlobalOrigin}}));
var require_encoding=__commonJSMin(((exports,module)=>{
const textDecoder=new TextDecoder;
function utf8DecodeBytes(buffer){
if(buffer.length===0)return``;
if(buffer[0]===239&&buffer[1]===187&&buffer[2]===191)buffer=buffer.subarray(3);
return textDecoder.decode(buffer)}
module.exports={utf8DecodeBytes}}));
var require_infra=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{utf8DecodeBytes}=require_encoding();
function collectASequenceOfCodePoints(condition,input,position){
let result=``;
while(position.position<input.length&&condition(input[position.position])){
result+=input[position.position];
position.position++}
return result}
function collectASequenceOfCodePointsFast(char,input,position){
const idx=input.indexOf(char,position.position);
const start=position.position;
if(idx===-1){
position.position=input.length;
return input.slice(start)}
position.position=idx;
return input.slice(start,position.position)}
const ASCII_WHITESPACE_REPLACE_REGEX=/[\u0009\u000A\u000C\u000D\u0020]/g;
const nonASCIIRegex=/[^\x00-\x7F]/;
function asciiLowercase(str){
return nonASCIIRegex.test(str)?str.replace(/[A-Z]+/g,upper=>upper.toLowerCase()):str.toLowerCase()}
function forgivingBase64(data){
data=data.replace(ASCII_WHITESPACE_REPLACE_REGEX,``);
let dataLength=data.length;
if(dataLength%4===0){
if(data.charCodeAt(dataLength-1)===61){
--dataLength;
if(data.charCodeAt(dataLength-1)===61)--dataLength}}
if(dataLength%4===1)return`failure`;
if(/[^+/0-9A-Za-z]/.test(data.length===dataLength?data:data.substring(0,dataLength)))return`failure`;
const buffer=Buffer.from(data,`base64`);
return new Uint8Array(buffer.buffer,buffer.byteOffset,buffer.byteLength)}
function isASCIIWhitespace(char){
return char===9||char===10||char===12||char===13||char===32}
function isomorphicDecode(input){
const length=input.length;
if(65535>length)return String.fromCharCode.apply(null,input);
let result=``;
let i=0;
let addition=65535;
while(i<length){
if(i+addition>length)addition=length-i;
result+=String.fromCharCode.apply(null,input.subarray(i,i+=addition))}
return result}
const invalidIsomorphicEncodeValueRegex=/[^\x00-\xFF]/;
function isomorphicEncode(input){
assert(!invalidIsomorphicEncodeValueRegex.test(input));
return input}
function parseJSONFromBytes(bytes){
return JSON.parse(utf8DecodeBytes(bytes))}
function removeASCIIWhitespace(str,leading=true,trailing=true){
return removeChars(str,leading,trailing,isASCIIWhitespace)}
function removeChars(str,leading,trailing,predicate){
let lead=0;
let trail=str.length-1;
if(leading)while(lead<str.length&&predicate(str.charCodeAt(lead)))lead++;
if(trailing)while(trail>0&&predicate(str.charCodeAt(trail)))trail--;
return lead===0&&trail===str.length-1?str:str.slice(lead,trail+1)}
function serializeJavascriptValueToJSONString(value){
const result=JSON.stringify(value);
if(result===void 0)throw new TypeError(`Value is not JSON serializable`);
assert(typeof result===`string`);
return result}
module.exports={asciiLowercase,collectASequenceOfCodePoints,collectASequenceOfCodePointsFast,forgivingBase64,isASCIIWhitespace,isomorphicDecode,isomorphicEncode,parseJSONFromBytes,removeASCIIWhitespace,removeChars,serializeJavascriptValueToJSONString}}));
var require_data_url=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{forgivingBase64,collectASequenceOfCodePoints,collectASequenceOfCodePointsFast,isomorphicDecode,removeASCIIWhitespace,removeChars}=require_infra();
const encoder=new TextEncoder;
const HTTP_TOKEN_CODEPOINTS=/^[-!#$%&'*+.^_|~A-Za-z0-9]+$/u;
const HTTP_WHITESPACE_REGEX=/[\u000A\u000D\u0009\u0020]/u;
const HTTP_QUOTED_STRING_TOKENS=/^[\u0009\u0020-\u007E\u0080-\u00FF]+$/u;
function dataURLProcessor(dataURL){
assert(dataURL.protocol===`data:`);
let input=URLSerializer(dataURL,true);
input=input.slice(5);
const position={position:0};
let mimeType=collectASequenceOfCodePointsFast(`,`,input,position);
const mimeTypeLength=mimeType.length;
mimeType=removeASCIIWhitespace(mimeType,true,true);
if(position.position>=input.length)return`failure`;
position.position++;
let body=stringPercentDecode(input.slice(mimeTypeLength+1));
if(/;(?:\u0020*)base64$/iu.test(mimeType)){
const stringBody=isomorphicDecode(body);
body=forgivingBase64(stringBody);
if(body===`failure`)return`failure`;
mimeType=mimeType.slice(0,-6);
mimeType=mimeType.replace(/(\u0020+)$/u,``);
mimeType=mimeType.slice(0,-1)}
if(mimeType.startsWith(`;`))mimeType=`text/plain`+mimeType;
let mimeTypeRecord=parseMIMEType(mimeType);
if(mimeTypeRecord===`failure`)mimeTypeRecord=parseMIMEType(`text/plain;charset=US-ASCII`);
return{mimeType:mimeTypeRecord,body}}
function URLSerializer(url,excludeFragment=false){
if(!excludeFragment)return url.href;
const href=url.href;
const hashLength=url.hash.length;
const serialized=hashLength===0?href:href.substring(0,href.length-hashLength);
if(!hashLength&&href.endsWith(`#`))return serialized.slice(0,-1);
return serialized}
function stringPercentDecode(input){
return percentDecode(encoder.encode(input))}
function isHexCharByte(byte){
return byte>=48&&byte<=57||byte>=65&&byte<=70||byte>=97&&byte<=102}
function hexByteToNumber(byte){
return byte>=48&&byte<=57?byte-48:(byte&223)-55}
function percentDecode(input){
const length=input.length;
const output=new Uint8Array(length);
let j=0;
let i=0;
while(i<length){
const byte=input[i];
if(byte!==37)output[j++]=byte;else if(byte===37&&!(isHexCharByte(input[i+1])&&isHexCharByte(input[i+2])))output[j++]=37;else{
output[j++]=hexByteToNumber(input[i+1])<<4|hexByteToNumber(input[i+2]);
i+=2}
++i}
return length===j?output:output.subarray(0,j)}
function parseMIMEType(input){
input=removeHTTPWhitespace(input,true,true);
const position={position:0};
const type=collectASequenceOfCodePointsFast(`/`,input,position);
if(type.length===0||!HTTP_TOKEN_CODEPOINTS.test(type))return`failure`;
if(position.position>=input.length)return`failure`;
position.position++;
let subtype=collectASequenceOfCodePointsFast(`;`,input,position);
subtype=removeHTTPWhitespace(subtype,false,true);
if(subtype.length===0||!HTTP_TOKEN_CODEPOINTS.test(subtype))return`failure`;
const typeLowercase=type.toLowerCase();
const subtypeLowercase=subtype.toLowerCase();
const mimeType={type:typeLowercase,subtype:subtypeLowercase,parameters:new Map,essence:`${typeLowercase}/${subtypeLowercase}`};
while(position.position<input.length){
position.position++;
collectASequenceOfCodePoints(char=>HTTP_WHITESPACE_REGEX.test(char),input,position);
let parameterName=collectASequenceOfCodePoints(char=>char!==`;`&&char!==`=`,input,position);
parameterName=parameterName.toLowerCase();
if(position.position<input.length){
if(input[position.position]===`;`)continue;
position.position++}
if(position.position>=input.length)break;
let parameterValue=null;
if(input[position.position]===`"`){
parameterValue=collectAnHTTPQuotedString(input,position,true);
collectASequenceOfCodePointsFast(`;`,input,position)}else{
parameterValue=collectASequenceOfCodePointsFast(`;`,input,position);
parameterValue=removeHTTPWhitespace(parameterValue,false,true);
if(parameterValue.length===0)continue}
if(parameterName.length!==0&&HTTP_TOKEN_CODEPOINTS.test(parameterName)&&(parameterValue.length===0||HTTP_QUOTED_STRING_TOKENS.test(parameterValue))&&!mimeType.parameters.has(parameterName))mimeType.parameters.set(parameterName,parameterValue)}
return mimeType}
function collectAnHTTPQuotedString(input,position,extractValue=false){
const positionStart=position.position;
let value=``;
assert(input[position.position]===`"`);
position.position++;
while(true){
value+=collectASequenceOfCodePoints(char=>char!==`"`&&char!==`\\`,input,position);
if(position.position>=input.length)break;
const quoteOrBackslash=input[position.position];
position.position++;
if(quoteOrBackslash===`\\`){
if(position.position>=input.length){
value+=`\\`;
break}
value+=input[position.position];
position.position++}else{
assert(quoteOrBackslash===`"`);
break}}
if(extractValue)return value;
return input.slice(positionStart,position.position)}
function serializeAMimeType(mimeType){
assert(mimeType!==`failure`);
const{parameters,essence}=mimeType;
let serialization=essence;
for(let[name,value]of parameters.entries()){
serialization+=`;`;
serialization+=name;
serialization+=`=`;
if(!HTTP_TOKEN_CODEPOINTS.test(value)){
value=value.replace(/[\\"]/gu,`\\$&`);
value=`"`+value;
value+=`"`}
serialization+=value}
return serialization}
function isHTTPWhiteSpace(char){
return char===13||char===10||char===9||char===32}
function removeHTTPWhitespace(str,leading=true,trailing=true){
return removeChars(str,leading,trailing,isHTTPWhiteSpace)}
function minimizeSupportedMimeType(mimeType){
switch(mimeType.essence){case`application/ecmascript`:case`application/javascript`:case`application/x-ecmascript`:case`application/x-javascript`:case`text/ecmascript`:case`text/javascript`:case`text/javascript1.0`:case`text/javascript1.1`:case`text/javascript1.2`:case`text/javascript1.3`:case`text/javascript1.4`:case`text/javascript1.5`:case`text/jscript`:case`text/livescript`:case`text/x-ecmascript`:case`text/x-javascript`:return`text/javascript`;case`application/json`:case`text/json`:return`application/json`;case`image/svg+xml`:return`image/svg+xml`;case`text/xml`:case`application/xml`:return`application/xml`}
if(mimeType.subtype.endsWith(`+json`))return`application/json`;
if(mimeType.subtype.endsWith(`+xml`))return`application/xml`;
return``}
module.exports={dataURLProcessor,URLSerializer,stringPercentDecode,parseMIMEType,collectAnHTTPQuotedString,serializeAMimeType,removeHTTPWhitespace,minimizeSupportedMimeType,HTTP_TOKEN_CODEPOINTS}}));
var require_runtime_features=__commonJSMin(((exports,module)=>{
const lazyLoaders={__proto__:null,"node:crypto":()=>__require(`node:crypto`),"node:sqlite":()=>__require(`node:sqlite`),"node:worker_threads":()=>__require(`node:worker_threads`),"node:zlib":()=>__require(`node:zlib`)};
function detectRuntimeFeatureByNodeModule(moduleName){
try{
lazyLoaders[moduleName]();
return true}catch(err){
if(err.code!==`ERR_UNKNOWN_BUILTIN_MODULE`&&err.code!==`ERR_NO_CRYPTO`)throw err;
return false}}
function detectRuntimeFeatureByExportedProperty(moduleName,property){
return typeof lazyLoaders[moduleName]()[property]!==`undefined`}
const runtimeFeaturesByExportedProperty=[`markAsUncloneable`,`zstd`];
const exportedPropertyLookup={markAsUncloneable:[`node:worker_threads`,`markAsUncloneable`],zstd:[`node:zlib`,`createZstdDecompress`]};
const runtimeFeaturesAsNodeModule=[`crypto`,`sqlite`];
const features=[...runtimeFeaturesAsNodeModule,...runtimeFeaturesByExportedProperty];
function detectRuntimeFeature(feature){
if(runtimeFeaturesAsNodeModule.includes(feature))return detectRuntimeFeatureByNodeModule(`node:${feature}`);else if(runtimeFeaturesByExportedProperty.includes(feature)){
const[moduleName,property]=exportedPropertyLookup[feature];
return detectRuntimeFeatureByExportedProperty(moduleName,property)}
throw new TypeError(`unknown feature: ${feature}`)}
var RuntimeFeatures=class{#map=new Map;clear(){
this.#map.clear()}has(feature){
return this.#map.get(feature)??this.#detectRuntimeFeature(feature)}set(feature,value){
if(features.includes(feature)===false)throw new TypeError(`unknown feature: ${feature}`);
this.#map.set(feature,value)}#detectRuntimeFeature(feature){
const result=detectRuntimeFeature(feature);
this.#map.set(feature,result);
return result}};
const instance=new RuntimeFeatures;
module.exports.runtimeFeatures=instance;
module.exports.default=instance}));
var require_webidl=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{types,inspect}=__require(`node:util`);
const{runtimeFeatures}=require_runtime_features();
const UNDEFINED=1;
const BOOLEAN=2;
const STRING=3;
const SYMBOL=4;
const NUMBER=5;
const BIGINT=6;
const NULL=7;
const OBJECT=8;
const FunctionPrototypeSymbolHasInstance=Function.call.bind(Function.prototype[Symbol.hasInstance]);
const webidl={converters:{},util:{},errors:{},is:{}};
webidl.errors.exception=function(message){
return new TypeError(`${message.header}: ${message.message}`)};
webidl.errors.conversionFailed=function(opts){
const plural=opts.types.length===1?``:` one of`;
const message=`${opts.argument} could not be converted to${plural}: ${opts.types.join(`, `)}.`;
return webidl.errors.exception({header:opts.prefix,message})};
webidl.errors.invalidArgument=function(context){
return webidl.errors.exception({header:context.prefix,message:`"${context.value}" is an invalid ${context.type}.`})};
webidl.brandCheck=function(V,I){
if(!FunctionPrototypeSymbolHasInstance(I,V)){
const err=new TypeError(`Illegal invocation`);
err.code=`ERR_INVALID_THIS`;
throw err}};
webidl.brandCheckMultiple=function(List){
const prototypes=List.map(c=>webidl.util.MakeTypeAssertion(c));
return V=>{
if(prototypes.every(typeCheck=>!typeCheck(V))){
const err=new TypeError(`Illegal invocation`);
err.code=`ERR_INVALID_THIS`;
throw err}}};
webidl.argumentLengthCheck=function({length},min,ctx){
if(length<min)throw webidl.errors.exception({message:`${min} argument${min!==1?`s`:``} required, but${length?` only`:``} ${length} found.`,header:ctx})};
webidl.illegalConstructor=function(){
throw webidl.errors.exception({header:`TypeError`,message:`Illegal constructor`})};
webidl.util.MakeTypeAssertion=function(I){
return O=>FunctionPrototypeSymbolHasInstance(I,O)};
webidl.util.Type=function(V){
switch(typeof V){case`undefined`:return UNDEFINED;case`boolean`:return BOOLEAN;case`string`:return STRING;case`symbol`:return SYMBOL;case`number`:return NUMBER;case`bigint`:return BIGINT;case`function`:case`object`:if(V===null)return NULL;return OBJECT}};
webidl.util.Types={UNDEFINED,BOOLEAN,STRING,SYMBOL,NUMBER,BIGINT,NULL,OBJECT};
webidl.util.TypeValueToString=function(o){
switch(webidl.util.Type(o)){case UNDEFINED:return`Undefined`;case BOOLEAN:return`Boolean`;case STRING:return`String`;case SYMBOL:return`Symbol`;case NUMBER:return`Number`;case BIGINT:return`BigInt`;case NULL:return`Null`;case OBJECT:return`Object`}};
webidl.util.markAsUncloneable=runtimeFeatures.has(`markAsUncloneable`)?__require(`node:worker_threads`).markAsUncloneable:()=>{};
webidl.util.ConvertToInt=function(V,bitLength,signedness,flags){
let upperBound;
let lowerBound;
if(bitLength===64){
upperBound=Math.pow(2,53)-1;
if(signedness===`unsigned`)lowerBound=0;else lowerBound=Math.pow(-2,53)+1}else if(signedness===`unsigned`){
lowerBound=0;
upperBound=Math.pow(2,bitLength)-1}else{
lowerBound=-Math.pow(2,bitLength-1);
upperBound=Math.pow(2,bitLength-1)-1}
let x=Number(V);
if(x===0)x=0;
if(webidl.util.HasFlag(flags,webidl.attributes.EnforceRange)){
if(Number.isNaN(x)||x===Number.POSITIVE_INFINITY||x===Number.NEGATIVE_INFINITY)throw webidl.errors.exception({header:`Integer conversion`,message:`Could not convert ${webidl.util.Stringify(V)} to an integer.`});
x=webidl.util.IntegerPart(x);
if(x<lowerBound||x>upperBound)throw webidl.errors.exception({header:`Integer conversion`,message:`Value must be between ${lowerBound}-${upperBound}, got ${x}.`});
return x}
if(!Number.isNaN(x)&&webidl.util.HasFlag(flags,webidl.attributes.Clamp)){
x=Math.min(Math.max(x,lowerBound),upperBound);
if(Math.floor(x)%2===0)x=Math.floor(x);else x=Math.ceil(x);
return x}
if(Number.isNaN(x)||x===0&&Object.is(0,x)||x===Number.POSITIVE_INFINITY||x===Number.NEGATIVE_INFINITY)return 0;
x=webidl.util.IntegerPart(x);
x=x%Math.pow(2,bitLength);
if(signedness===`signed`&&x>=Math.pow(2,bitLength-1))return x-Math.pow(2,bitLength);
return x};
webidl.util.IntegerPart=function(n){
const r=Math.floor(Math.abs(n));
if(n<0)return-1*r;
return r};
webidl.util.Stringify=function(V){
switch(webidl.util.Type(V)){case SYMBOL:return`Symbol(${V.description})`;case OBJECT:return inspect(V);case STRING:return`"${V}"`;case BIGINT:return`${V}n`;default:return`${V}`}};
webidl.util.IsResizableArrayBuffer=function(V){
if(types.isArrayBuffer(V))return V.resizable;
if(types.isSharedArrayBuffer(V))return V.growable;
throw webidl.errors.exception({header:`IsResizableArrayBuffer`,message:`"${webidl.util.Stringify(V)}" is not an array buffer.`})};
webidl.util.HasFlag=function(flags,attributes){
return typeof flags===`number`&&(flags&attributes)===attributes};
webidl.sequenceConverter=function(converter){
return(V,prefix,argument,Iterable)=>{
if(webidl.util.Type(V)!==OBJECT)throw webidl.errors.exception({header:prefix,message:`${argument} (${webidl.util.Stringify(V)}) is not iterable.`});
const method=typeof Iterable===`function`?Iterable():V?.[Symbol.iterator]?.();
const seq=[];
let index=0;
if(method===void 0||typeof method.next!==`function`)throw webidl.errors.exception({header:prefix,message:`${argument} is not iterable.`});
while(true){
const{done,value}=method.next();
if(done)break;
seq.push(converter(value,prefix,`${argument}[${index++}]`))}
return seq}};
webidl.recordConverter=function(keyConverter,valueConverter){
return(O,prefix,argument)=>{
if(webidl.util.Type(O)!==OBJECT)throw webidl.errors.exception({header:prefix,message:`${argument} ("${webidl.util.TypeValueToString(O)}") is not an Object.`});
const result={};
if(!types.isProxy(O)){
const keys=[...Object.getOwnPropertyNames(O),...Object.getOwnPropertySymbols(O)];
for(const key of keys){
const keyName=webidl.util.Stringify(key);
const typedKey=keyConverter(key,prefix,`Key ${keyName} in ${argument}`);
result[typedKey]=valueConverter(O[key],prefix,`${argument}[${keyName}]`)}
return result}
const keys=Reflect.ownKeys(O);
for(const key of keys)if(Reflect.getOwnPropertyDescriptor(O,key)?.enumerable){
const typedKey=keyConverter(key,prefix,argument);
result[typedKey]=valueConverter(O[key],prefix,argument)}
return result}};
webidl.interfaceConverter=function(TypeCheck,name){
return(V,prefix,argument)=>{
if(!TypeCheck(V))throw webidl.errors.exception({header:prefix,message:`Expected ${argument} ("${webidl.util.Stringify(V)}") to be an instance of ${name}.`});
return V}};
webidl.dictionaryConverter=function(converters){
converters.sort((a,b)=>(a.key>b.key)-(a.key<b.key));
return(dictionary,prefix,argument)=>{
const dict={};
if(dictionary!=null&&webidl.util.Type(dictionary)!==OBJECT)throw webidl.errors.exception({header:prefix,message:`Expected ${dictionary} to be one of: Null, Undefined, Object.`});
for(const options of converters){
const{key,defaultValue,required,converter}=options;
if(required===true){
if(dictionary==null||!Object.hasOwn(dictionary,key))throw webidl.errors.exception({header:prefix,message:`Missing required key "${key}".`})}
let value=dictionary?.[key];
const hasDefault=defaultValue!==void 0;
if(hasDefault&&value===void 0)value=defaultValue();
if(required||hasDefault||value!==void 0){
value=converter(value,prefix,`${argument}.${key}`);
if(options.allowedValues&&!options.allowedValues.includes(value))throw webidl.errors.exception({header:prefix,message:`${value} is not an accepted type. Expected one of ${options.allowedValues.join(`, `)}.`});
dict[key]=value}}
return dict}};
webidl.nullableConverter=function(converter){
return(V,prefix,argument)=>{
if(V===null)return V;
return converter(V,prefix,argument)}};
webidl.is.USVString=function(value){
return typeof value===`string`&&value.isWellFormed()};
webidl.is.ReadableStream=webidl.util.MakeTypeAssertion(ReadableStream);
webidl.is.Blob=webidl.util.MakeTypeAssertion(Blob);
webidl.is.URLSearchParams=webidl.util.MakeTypeAssertion(URLSearchParams);
webidl.is.File=webidl.util.MakeTypeAssertion(File);
webidl.is.URL=webidl.util.MakeTypeAssertion(URL);
webidl.is.AbortSignal=webidl.util.MakeTypeAssertion(AbortSignal);
webidl.is.MessagePort=webidl.util.MakeTypeAssertion(MessagePort);
webidl.is.BufferSource=function(V){
return types.isArrayBuffer(V)||ArrayBuffer.isView(V)&&types.isArrayBuffer(V.buffer)};
webidl.util.getCopyOfBytesHeldByBufferSource=function(bufferSource){
const jsBufferSource=bufferSource;
let jsArrayBuffer=jsBufferSource;
let offset=0;
let length=0;
if(types.isTypedArray(jsBufferSource)||types.isDataView(jsBufferSource)){
jsArrayBuffer=jsBufferSource.buffer;
offset=jsBufferSource.byteOffset;
length=jsBufferSource.byteLength}else{
assert(types.isAnyArrayBuffer(jsBufferSource));
length=jsBufferSource.byteLength}
if(jsArrayBuffer.detached)return new Uint8Array(0);
const bytes=new Uint8Array(length);
const view=new Uint8Array(jsArrayBuffer,offset,length);
bytes.set(view);
return bytes};
webidl.converters.DOMString=function(V,prefix,argument,flags){
if(V===null&&webidl.util.HasFlag(flags,webidl.attributes.LegacyNullToEmptyString))return``;
if(typeof V===`symbol`)throw webidl.errors.exception({header:prefix,message:`${argument} is a symbol, which cannot be converted to a DOMString.`});
return String(V)};
webidl.converters.ByteString=function(V,prefix,argument){
if(typeof V===`symbol`)throw webidl.errors.exception({header:prefix,message:`${argument} is a symbol, which cannot be converted to a ByteString.`});
const x=String(V);
for(let index=0;index<x.length;index++)if(x.charCodeAt(index)>255)throw new TypeError(`Cannot convert argument to a ByteString because the character at index ${index} has a value of ${x.charCodeAt(index)} which is greater than 255.`);
return x};
webidl.converters.USVString=function(value){
if(typeof value===`string`)return value.toWellFormed();
return`${value}`.toWellFormed()};
webidl.converters.boolean=function(V){
return Boolean(V)};
webidl.converters.any=function(V){
return V};
webidl.converters[`long long`]=function(V,prefix,argument){
return webidl.util.ConvertToInt(V,64,`signed`,0,prefix,argument)};
webidl.converters[`unsigned long long`]=function(V,prefix,argument){
return webidl.util.ConvertToInt(V,64,`unsigned`,0,prefix,argument)};
webidl.converters[`unsigned long`]=function(V,prefix,argument){
return webidl.util.ConvertToInt(V,32,`unsigned`,0,prefix,argument)};
webidl.converters[`unsigned short`]=function(V,prefix,argument,flags){
return webidl.util.ConvertToInt(V,16,`unsigned`,flags,prefix,argument)};
webidl.converters.ArrayBuffer=function(V,prefix,argument,flags){
if(webidl.util.Type(V)!==OBJECT||!types.isArrayBuffer(V))throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[`ArrayBuffer`]});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowResizable)&&webidl.util.IsResizableArrayBuffer(V))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a resizable ArrayBuffer.`});
return V};
webidl.converters.SharedArrayBuffer=function(V,prefix,argument,flags){
if(webidl.util.Type(V)!==OBJECT||!types.isSharedArrayBuffer(V))throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[`SharedArrayBuffer`]});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowResizable)&&webidl.util.IsResizableArrayBuffer(V))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a resizable SharedArrayBuffer.`});
return V};
webidl.converters.TypedArray=function(V,T,prefix,argument,flags){
if(webidl.util.Type(V)!==OBJECT||!types.isTypedArray(V)||V.constructor.name!==T.name)throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[T.name]});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowShared)&&types.isSharedArrayBuffer(V.buffer))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a view on a shared array buffer.`});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowResizable)&&webidl.util.IsResizableArrayBuffer(V.buffer))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a view on a resizable array buffer.`});
return V};
webidl.converters.DataView=function(V,prefix,argument,flags){
if(webidl.util.Type(V)!==OBJECT||!types.isDataView(V))throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[`DataView`]});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowShared)&&types.isSharedArrayBuffer(V.buffer))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a view on a shared array buffer.`});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowResizable)&&webidl.util.IsResizableArrayBuffer(V.buffer))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a view on a resizable array buffer.`});
return V};
webidl.converters.ArrayBufferView=function(V,prefix,argument,flags){
if(webidl.util.Type(V)!==OBJECT||!types.isArrayBufferView(V))throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[`ArrayBufferView`]});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowShared)&&types.isSharedArrayBuffer(V.buffer))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a view on a shared array buffer.`});
if(!webidl.util.HasFlag(flags,webidl.attributes.AllowResizable)&&webidl.util.IsResizableArrayBuffer(V.buffer))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a view on a resizable array buffer.`});
return V};
webidl.converters.BufferSource=function(V,prefix,argument,flags){
if(types.isArrayBuffer(V))return webidl.converters.ArrayBuffer(V,prefix,argument,flags);
if(types.isArrayBufferView(V)){
flags&=~webidl.attributes.AllowShared;
return webidl.converters.ArrayBufferView(V,prefix,argument,flags)}
if(types.isSharedArrayBuffer(V))throw webidl.errors.exception({header:prefix,message:`${argument} cannot be a SharedArrayBuffer.`});
throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[`ArrayBuffer`,`ArrayBufferView`]})};
webidl.converters.AllowSharedBufferSource=function(V,prefix,argument,flags){
if(types.isArrayBuffer(V))return webidl.converters.ArrayBuffer(V,prefix,argument,flags);
if(types.isSharedArrayBuffer(V))return webidl.converters.SharedArrayBuffer(V,prefix,argument,flags);
if(types.isArrayBufferView(V)){
flags|=webidl.attributes.AllowShared;
return webidl.converters.ArrayBufferView(V,prefix,argument,flags)}
throw webidl.errors.conversionFailed({prefix,argument:`${argument} ("${webidl.util.Stringify(V)}")`,types:[`ArrayBuffer`,`SharedArrayBuffer`,`ArrayBufferView`]})};
webidl.converters[`sequence<ByteString>`]=webidl.sequenceConverter(webidl.converters.ByteString);
webidl.converters[`sequence<sequence<ByteString>>`]=webidl.sequenceConverter(webidl.converters[`sequence<ByteString>`]);
webidl.converters[`record<ByteString, ByteString>`]=webidl.recordConverter(webidl.converters.ByteString,webidl.converters.ByteString);
webidl.converters.Blob=webidl.interfaceConverter(webidl.is.Blob,`Blob`);
webidl.converters.AbortSignal=webidl.interfaceConverter(webidl.is.AbortSignal,`AbortSignal`);
webidl.converters.EventHandlerNonNull=function(V){
if(webidl.util.Type(V)!==OBJECT)return null;
if(typeof V===`function`)return V;
return()=>{}};
webidl.attributes={Clamp:1,EnforceRange:2,AllowShared:4,AllowResizable:8,LegacyNullToEmptyString:16};
module.exports={webidl}}));
var require_util=__commonJSMin(((exports,module)=>{
const{Transform}=__require(`node:stream`);
const zlib=__require(`node:zlib`);
const{redirectStatusSet,referrerPolicyTokens,badPortsSet}=require_constants();
const{getGlobalOrigin}=require_global();
const{collectAnHTTPQuotedString,parseMIMEType}=require_data_url();
const{performance}=__require(`node:perf_hooks`);
const{ReadableStreamFrom,isValidHTTPToken,normalizedMethodRecordsBase}=require_util$1();
const assert=__require(`node:assert`);
const{isUint8Array}=__require(`node:util/types`);
const{webidl}=require_webidl();
const{isomorphicEncode,collectASequenceOfCodePoints,removeChars}=require_infra();
function responseURL(response){
const urlList=response.urlList;
const length=urlList.length;
return length===0?null:urlList[length-1].toString()}
function responseLocationURL(response,requestFragment){
if(!redirectStatusSet.has(response.status))return null;
let location=response.headersList.get(`location`,true);
if(location!==null&&isValidHeaderValue(location)){
if(!isValidEncodedURL(location))location=normalizeBinaryStringToUtf8(location);
location=new URL(location,responseURL(response))}
if(location&&!location.hash)location.hash=requestFragment;
return location}
function isValidEncodedURL(url){
for(let i=0;i<url.length;++i){
const code=url.charCodeAt(i);
if(code>126||code<32)return false}
return true}
function normalizeBinaryStringToUtf8(value){
return Buffer.from(value,`binary`).toString(`utf8`)}
function requestCurrentURL(request){
return request.urlList[request.urlList.length-1]}
function requestBadPort(request){
const url=requestCurrentURL(request);
if(urlIsHttpHttpsScheme(url)&&badPortsSet.has(url.port))return`blocked`;
return`allowed`}
function isErrorLike(object){
return object instanceof Error||object?.constructor?.name===`Error`||object?.constructor?.name===`DOMException`}
function isValidReasonPhrase(statusText){
for(let i=0;i<statusText.length;++i){
const c=statusText.charCodeAt(i);
if(!(c===9||c>=32&&c<=126||c>=128&&c<=255))return false}
return true}
const isValidHeaderName=isValidHTTPToken;
function isValidHeaderValue(potentialValue){
return(potentialValue[0]===`	`||potentialValue[0]===` `||potentialValue[potentialValue.length-1]===`	`||potentialValue[potentialValue.length-1]===` `||potentialValue.includes(`
`)||potentialValue.includes(`\r`)||potentialValue.includes(`\0`))===false}
function parseReferrerPolicy(actualResponse){
const policyHeader=(actualResponse.headersList.get(`referrer-policy`,true)??``).split(`,`);
let policy=``;
if(policyHeader.length)for(let i=policyHeader.length;i!==0;i--){
const token=policyHeader[i-1].trim();
if(referrerPolicyTokens.has(token)){
policy=token;
break}}
return policy}
function setRequestReferrerPolicyOnRedirect(request,actualResponse){
const policy=parseReferrerPolicy(actualResponse);
if(policy!==``)request.referrerPolicy=policy}
function crossOriginResourcePolicyCheck(){
return`allowed`}
function corsCheck(){
return`success`}
function TAOCheck(){
return`success`}
function appendFetchMetadata(httpRequest){
let header=null;
header=httpRequest.mode;
httpRequest.headersList.set(`sec-fetch-mode`,header,true)}
function appendRequestOriginHeader(request){
let serializedOrigin=request.origin;
if(serializedOrigin===`client`||serializedOrigin===void 0)return;
if(request.responseTainting===`cors`||request.mode===`websocket`)request.headersList.append(`origin`,serializedOrigin,true);else if(request.method!==`GET`&&request.method!==`HEAD`){
switch(request.referrerPolicy){case`no-referrer`:serializedOrigin=null;break;case`no-referrer-when-downgrade`:case`strict-origin`:case`strict-origin-when-cross-origin`:if(request.origin&&urlHasHttpsScheme(request.origin)&&!urlHasHttpsScheme(requestCurrentURL(request)))serializedOrigin=null;break;case`same-origin`:if(!sameOrigin(request,requestCurrentURL(request)))serializedOrigin=null}
request.headersList.append(`origin`,serializedOrigin,true)}}
function coarsenTime(timestamp,crossOriginIsolatedCapability){
return timestamp}
function clampAndCoarsenConnectionTimingInfo(connectionTimingInfo,defaultStartTime,crossOriginIsolatedCapability){
if(!connectionTimingInfo?.startTime||connectionTimingInfo.startTime<defaultStartTime)return{domainLookupStartTime:defaultStartTime,domainLookupEndTime:defaultStartTime,connectionStartTime:defaultStartTime,connectionEndTime:defaultStartTime,secureConnectionStartTime:defaultStartTime,ALPNNegotiatedProtocol:connectionTimingInfo?.ALPNNegotiatedProtocol};
return{domainLookupStartTime:coarsenTime(connectionTimingInfo.domainLookupStartTime,crossOriginIsolatedCapability),domainLookupEndTime:coarsenTime(connectionTimingInfo.domainLookupEndTime,crossOriginIsolatedCapability),connectionStartTime:coarsenTime(connectionTimingInfo.connectionStartTime,crossOriginIsolatedCapability),connectionEndTime:coarsenTime(connectionTimingInfo.connectionEndTime,crossOriginIsolatedCapability),secureConnectionStartTime:coarsenTime(connectionTimingInfo.secureConnectionStartTime,crossOriginIsolatedCapability),ALPNNegotiatedProtocol:connectionTimingInfo.ALPNNegotiatedProtocol}}
function coarsenedSharedCurrentTime(crossOriginIsolatedCapability){
return coarsenTime(performance.now(),crossOriginIsolatedCapability)}
function createOpaqueTimingInfo(timingInfo){
return{startTime:timingInfo.startTime??0,redirectStartTime:0,redirectEndTime:0,postRedirectStartTime:timingInfo.startTime??0,finalServiceWorkerStartTime:0,finalNetworkResponseStartTime:0,finalNetworkRequestStartTime:0,endTime:0,encodedBodySize:0,decodedBodySize:0,finalConnectionTimingInfo:null}}
function makePolicyContainer(){
return{referrerPolicy:`strict-origin-when-cross-origin`}}
function clonePolicyContainer(policyContainer){
return{referrerPolicy:policyContainer.referrerPolicy}}
function determineRequestsReferrer(request){
const policy=request.referrerPolicy;
assert(policy);
let referrerSource=null;
if(request.referrer===`client`){
const globalOrigin=getGlobalOrigin();
if(!globalOrigin||globalOrigin.origin===`null`)return`no-referrer`;
referrerSource=new URL(globalOrigin)}else if(webidl.is.URL(request.referrer))referrerSource=request.referrer;
let referrerURL=stripURLForReferrer(referrerSource);
const referrerOrigin=stripURLForReferrer(referrerSource,true);
if(referrerURL.toString().length>4096)referrerURL=referrerOrigin;
switch(policy){case`no-referrer`:return`no-referrer`;case`origin`:if(referrerOrigin!=null)return referrerOrigin;return stripURLForReferrer(referrerSource,true);case`unsafe-url`:return referrerURL;case`strict-origin`:{
const currentURL=requestCurrentURL(request);
if(isURLPotentiallyTrustworthy(referrerURL)&&!isURLPotentiallyTrustworthy(currentURL))return`no-referrer`;
return referrerOrigin}case`strict-origin-when-cross-origin`:{
const currentURL=requestCurrentURL(request);
if(sameOrigin(referrerURL,currentURL))return referrerURL;
if(isURLPotentiallyTrustworthy(referrerURL)&&!isURLPotentiallyTrustworthy(currentURL))return`no-referrer`;
return referrerOrigin}case`same-origin`:if(sameOrigin(request,referrerURL))return referrerURL;return`no-referrer`;case`origin-when-cross-origin`:if(sameOrigin(request,referrerURL))return referrerURL;return referrerOrigin;case`no-referrer-when-downgrade`:{
const currentURL=requestCurrentURL(request);
if(isURLPotentiallyTrustworthy(referrerURL)&&!isURLPotentiallyTrustworthy(currentURL))return`no-referrer`;
return referrerURL}}}
function stripURLForReferrer(url,originOnly=false){
assert(webidl.is.URL(url));
url=new URL(url);
if(urlIsLocal(url))return`no-referrer`;
url.username=``;
url.password=``;
url.hash=``;
if(originOnly===true){
url.pathname=``;
url.search=``}
return url}
const isPotentialleTrustworthyIPv4=RegExp.prototype.test.bind(/^127\.(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)\.){2}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)$/);
const isPotentiallyTrustworthyIPv6=RegExp.prototype.test.bind(/^(?:(?:0{1,4}:){7}|(?:0{1,4}:){1,6}:|::)0{0,3}1$/);
function isOriginIPPotentiallyTrustworthy(origin){
if(origin.includes(`:`)){
if(origin[0]===`[`&&origin[origin.length-1]===`]`)origin=origin.slice(1,-1);
return isPotentiallyTrustworthyIPv6(origin)}
return isPotentialleTrustworthyIPv4(origin)}
function isOriginPotentiallyTrustworthy(origin){
if(origin==null||origin===`null`)return false;
origin=new URL(origin);
if(origin.protocol===`https:`||origin.protocol===`wss:`)return true;
if(isOriginIPPotentiallyTrustworthy(origin.hostname))return true;
if(origin.hostname===`localhost`||origin.hostname===`localhost.`)return true;
if(origin.hostname.endsWith(`.localhost`)||origin.hostname.endsWith(`.localhost.`))return true;
if(origin.protocol===`file:`)return true;
return false}
function isURLPotentiallyTrustworthy(url){
if(!webidl.is.URL(url))return false;
if(url.href===`about:blank`||url.href===`about:srcdoc`)return true;
if(url.protocol===`data:`)return true;
if(url.protocol===`blob:`)return true;
return isOriginPotentiallyTrustworthy(url.origin)}
function tryUpgradeRequestToAPotentiallyTrustworthyURL(request){}
function sameOrigin(A,B){
if(A.origin===B.origin&&A.origin===`null`)return true;
if(A.protocol===B.protocol&&A.hostname===B.hostname&&A.port===B.port)return true;
return false}
function isAborted(fetchParams){
return fetchParams.controller.state===`aborted`}
function isCancelled(fetchParams){
return fetchParams.controller.state===`aborted`||fetchParams.controller.state===`terminated`}
function normalizeMethod(method){
return normalizedMethodRecordsBase[method.toLowerCase()]??method}
const esIteratorPrototype=Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
function createIterator(name,kInternalIterator,keyIndex=0,valueIndex=1){
class FastIterableIterator{#target;#kind;#index;constructor(target,kind){
this.#target=target;
this.#kind=kind;
this.#index=0}next(){
if(typeof this!==`object`||this===null||!(#target in this))throw new TypeError(`'next' called on an object that does not implement interface ${name} Iterator.`);
const index=this.#index;
const values=kInternalIterator(this.#target);
if(index>=values.length)return{value:void 0,done:true};
const{[keyIndex]:key,[valueIndex]:value}=values[index];
this.#index=index+1;
let result;
switch(this.#kind){case`key`:result=key;break;case`value`:result=value;break;case`key+value`:result=[key,value]}
return{value:result,done:false}}}
delete FastIterableIterator.prototype.constructor;
Object.setPrototypeOf(FastIterableIterator.prototype,esIteratorPrototype);
Object.defineProperties(FastIterableIterator.prototype,{[Symbol.toStringTag]:{writable:false,enumerable:false,configurable:true,value:`${name} Iterator`},next:{writable:true,enumerable:true,configurable:true}});
return function(target,kind){
return new FastIterableIterator(target,kind)}}
function iteratorMixin(name,object,kInternalIterator,keyIndex=0,valueIndex=1){
const makeIterator=createIterator(name,kInternalIterator,keyIndex,valueIndex);
const properties={keys:{writable:true,enumerable:true,configurable:true,value:function keys(){
webidl.brandCheck(this,object);
return makeIterator(this,`key`)}},values:{writable:true,enumerable:true,configurable:true,value:function values(){
webidl.brandCheck(this,object);
return makeIterator(this,`value`)}},entries:{writable:true,enumerable:true,configurable:true,value:function entries(){
webidl.brandCheck(this,object);
return makeIterator(this,`key+value`)}},forEach:{writable:true,enumerable:true,configurable:true,value:function forEach(callbackfn,thisArg=globalThis){
webidl.brandCheck(this,object);
webidl.argumentLengthCheck(arguments,1,`${name}.forEach`);
if(typeof callbackfn!==`function`)throw new TypeError(`Failed to execute 'forEach' on '${name}': parameter 1 is not of type 'Function'.`);
for(const{0:key,1:value}of makeIterator(this,`key+value`))callbackfn.call(thisArg,value,key,this)}}};
return Object.defineProperties(object.prototype,{...properties,[Symbol.iterator]:{writable:true,enumerable:false,configurable:true,value:properties.entries.value}})}
function fullyReadBody(body,processBody,processBodyError){
const successSteps=processBody;
const errorSteps=processBodyError;
try{
readAllBytes(body.stream.getReader(),successSteps,errorSteps)}catch(e){
errorSteps(e)}}
function readableStreamClose(controller){
try{
controller.close();
controller.byobRequest?.respond(0)}catch(err){
if(!err.message.includes(`Controller is already closed`)&&!err.message.includes(`ReadableStream is already closed`))throw err}}
async function readAllBytes(reader,successSteps,failureSteps){
try{
const bytes=[];
let byteLength=0;
do{
const{done,value:chunk}=await reader.read();
if(done){
successSteps(Buffer.concat(bytes,byteLength));
return}
if(!isUint8Array(chunk)){
failureSteps(new TypeError(`Received non-Uint8Array chunk`));
return}
bytes.push(chunk);
byteLength+=chunk.length}while(true)}catch(e){
failureSteps(e)}}
function urlIsLocal(url){
assert(`protocol`in url);
const protocol=url.protocol;
return protocol===`about:`||protocol===`blob:`||protocol===`data:`}
function urlHasHttpsScheme(url){
return typeof url===`string`&&url[5]===`:`&&url[0]===`h`&&url[1]===`t`&&url[2]===`t`&&url[3]===`p`&&url[4]===`s`||url.protocol===`https:`}
function urlIsHttpHttpsScheme(url){
assert(`protocol`in url);
const protocol=url.protocol;
return protocol===`http:`||protocol===`https:`}
function simpleRangeHeaderValue(value,allowWhitespace){
const data=value;
if(!data.startsWith(`bytes`))return`failure`;
const position={position:5};
if(allowWhitespace)collectASequenceOfCodePoints(char=>char===`	`||char===` `,data,position);
if(data.charCodeAt(position.position)!==61)return`failure`;
position.position++;
if(allowWhitespace)collectASequenceOfCodePoints(char=>char===`	`||char===` `,data,position);
const rangeStart=collectASequenceOfCodePoints(char=>{
const code=char.charCodeAt(0);
return code>=48&&code<=57},data,position);
const rangeStartValue=rangeStart.length?Number(rangeStart):null;
if(allowWhitespace)collectASequenceOfCodePoints(char=>char===`	`||char===` `,data,position);
if(data.charCodeAt(position.position)!==45)return`failure`;
position.position++;
if(allowWhitespace)collectASequenceOfCodePoints(char=>char===`	`||char===` `,data,position);
const rangeEnd=collectASequenceOfCodePoints(char=>{
const code=char.charCodeAt(0);
return code>=48&&code<=57},data,position);
const rangeEndValue=rangeEnd.length?Number(rangeEnd):null;
if(position.position<data.length)return`failure`;
if(rangeEndValue===null&&rangeStartValue===null)return`failure`;
if(rangeStartValue>rangeEndValue)return`failure`;
return{rangeStartValue,rangeEndValue}}
function buildContentRange(rangeStart,rangeEnd,fullLength){
let contentRange=`bytes `;
contentRange+=isomorphicEncode(`${rangeStart}`);
contentRange+=`-`;
contentRange+=isomorphicEncode(`${rangeEnd}`);
contentRange+=`/`;
contentRange+=isomorphicEncode(`${fullLength}`);
return contentRange}
var InflateStream=class extends Transform{#zlibOptions;constructor(zlibOptions){
super();
this.#zlibOptions=zlibOptions}_transform(chunk,encoding,callback){
if(!this._inflateStream){
if(chunk.length===0){
callback();
return}
this._inflateStream=(chunk[0]&15)===8?zlib.createInflate(this.#zlibOptions):zlib.createInflateRaw(this.#zlibOptions);
this._inflateStream.on(`data`,this.push.bind(this));
this._inflateStream.on(`end`,()=>this.push(null));
this._inflateStream.on(`error`,err=>this.destroy(err))}
this._inflateStream.write(chunk,encoding,callback)}_final(callback){
if(this._inflateStream){
this._inflateStream.end();
this._inflateStream=null}
callback()}};
function createInflate(zlibOptions){
return new InflateStream(zlibOptions)}
function extractMimeType(headers){
let charset=null;
let essence=null;
let mimeType=null;
const values=getDecodeSplit(`content-type`,headers);
if(values===null)return`failure`;
for(const value of values){
const temporaryMimeType=parseMIMEType(value);
if(temporaryMimeType===`failure`||temporaryMimeType.essence===`*/*`)continue;
mimeType=temporaryMimeType;
if(mimeType.essence!==essence){
charset=null;
if(mimeType.parameters.has(`charset`))charset=mimeType.parameters.get(`charset`);
essence=mimeType.essence}else if(!mimeType.parameters.has(`charset`)&&charset!==null)mimeType.parameters.set(`charset`,charset)}
if(mimeType==null)return`failure`;
return mimeType}
function gettingDecodingSplitting(value){
const input=value;
const position={position:0};
const values=[];
let temporaryValue=``;
while(position.position<input.length){
temporaryValue+=collectASequenceOfCodePoints(char=>char!==`"`&&char!==`,`,input,position);
if(position.position<input.length){
if(input.charCodeAt(position.position)===34){
temporaryValue+=collectAnHTTPQuotedString(input,position);
if(position.position<input.length)continue}else{
assert(input.charCodeAt(position.position)===44);
position.position++}}
temporaryValue=removeChars(temporaryValue,true,true,char=>char===9||char===32);
values.push(temporaryValue);
temporaryValue=``}
return values}
function getDecodeSplit(name,list){
const value=list.get(name,true);
if(value===null)return null;
return gettingDecodingSplitting(value)}
function hasAuthenticationEntry(request){
return false}
function includesCredentials(url){
return!!(url.username||url.password)}
function isTraversableNavigable(navigable){
return navigable!=null&&navigable!==`client`&&navigable!==`no-traversable`}
var EnvironmentSettingsObjectBase=class{get baseUrl(){
return getGlobalOrigin()}get origin(){
return this.baseUrl?.origin}policyContainer=makePolicyContainer()};
var EnvironmentSettingsObject=class{settingsObject=new EnvironmentSettingsObjectBase};
const environmentSettingsObject=new EnvironmentSettingsObject;
module.exports={isAborted,isCancelled,isValidEncodedURL,ReadableStreamFrom,tryUpgradeRequestToAPotentiallyTrustworthyURL,clampAndCoarsenConnectionTimingInfo,coarsenedSharedCurrentTime,determineRequestsReferrer,makePolicyContainer,clonePolicyContainer,appendFetchMetadata,appendRequestOriginHeader,TAOCheck,corsCheck,crossOriginResourcePolicyCheck,createOpaqueTimingInfo,setRequestReferrerPolicyOnRedirect,isValidHTTPToken,requestBadPort,requestCurrentURL,responseURL,responseLocationURL,isURLPotentiallyTrustworthy,isValidReasonPhrase,sameOrigin,normalizeMethod,iteratorMixin,createIterator,isValidHeaderName,isValidHeaderValue,isErrorLike,fullyReadBody,readableStreamClose,urlIsLocal,urlHasHttpsScheme,urlIsHttpHttpsScheme,readAllBytes,simpleRangeHeaderValue,buildContentRange,createInflate,extractMimeType,getDecodeSplit,environmentSettingsObject,isOriginIPPotentiallyTrustworthy,hasAuthenticationEntry,includesCredentials,isTraversableNavigable}}));
var require_formdata=__commonJSMin(((exports,module)=>{
const{iteratorMixin}=require_util();
const{kEnumerableProperty}=require_util$1();
const{webidl}=require_webidl();
const nodeUtil=__require(`node:util`);
var FormData=class FormData{#state=[];constructor(form=void 0){
webidl.util.markAsUncloneable(this);
if(form!==void 0)throw webidl.errors.conversionFailed({prefix:`FormData constructor`,argument:`Argument 1`,types:[`undefined`]})}append(name,value,filename=void 0){
webidl.brandCheck(this,FormData);
const prefix=`FormData.append`;
webidl.argumentLengthCheck(arguments,2,prefix);
name=webidl.converters.USVString(name);
if(arguments.length===3||webidl.is.Blob(value)){
value=webidl.converters.Blob(value,prefix,`value`);
if(filename!==void 0)filename=webidl.converters.USVString(filename)}else value=webidl.converters.USVString(value);
const entry=makeEntry(name,value,filename);
this.#state.push(entry)}delete(name){
webidl.brandCheck(this,FormData);
webidl.argumentLengthCheck(arguments,1,`FormData.delete`);
name=webidl.converters.USVString(name);
this.#state=this.#state.filter(entry=>entry.name!==name)}get(name){
webidl.brandCheck(this,FormData);
webidl.argumentLengthCheck(arguments,1,`FormData.get`);
name=webidl.converters.USVString(name);
const idx=this.#state.findIndex(entry=>entry.name===name);
if(idx===-1)return null;
return this.#state[idx].value}getAll(name){
webidl.brandCheck(this,FormData);
webidl.argumentLengthCheck(arguments,1,`FormData.getAll`);
name=webidl.converters.USVString(name);
return this.#state.filter(entry=>entry.name===name).map(entry=>entry.value)}has(name){
webidl.brandCheck(this,FormData);
webidl.argumentLengthCheck(arguments,1,`FormData.has`);
name=webidl.converters.USVString(name);
return this.#state.findIndex(entry=>entry.name===name)!==-1}set(name,value,filename=void 0){
webidl.brandCheck(this,FormData);
const prefix=`FormData.set`;
webidl.argumentLengthCheck(arguments,2,prefix);
name=webidl.converters.USVString(name);
if(arguments.length===3||webidl.is.Blob(value)){
value=webidl.converters.Blob(value,prefix,`value`);
if(filename!==void 0)filename=webidl.converters.USVString(filename)}else value=webidl.converters.USVString(value);
const entry=makeEntry(name,value,filename);
const idx=this.#state.findIndex(entry=>entry.name===name);
if(idx!==-1)this.#state=[...this.#state.slice(0,idx),entry,...this.#state.slice(idx+1).filter(entry=>entry.name!==name)];else this.#state.push(entry)}[nodeUtil.inspect.custom](depth,options){
const state=this.#state.reduce((a,b)=>{
if(a[b.name]){
if(Array.isArray(a[b.name]))a[b.name].push(b.value);else a[b.name]=[a[b.name],b.value]}else a[b.name]=b.value;
return a},{__proto__:null});
options.depth??=depth;
options.colors??=true;
const output=nodeUtil.formatWithOptions(options,state);
return`FormData ${output.slice(output.indexOf(`]`)+2)}`}static getFormDataState(formData){
return formData.#state}static setFormDataState(formData,newState){
formData.#state=newState}};
const{getFormDataState,setFormDataState}=FormData;
Reflect.deleteProperty(FormData,`getFormDataState`);
Reflect.deleteProperty(FormData,`setFormDataState`);
iteratorMixin(`FormData`,FormData,getFormDataState,`name`,`value`);
Object.defineProperties(FormData.prototype,{append:kEnumerableProperty,delete:kEnumerableProperty,get:kEnumerableProperty,getAll:kEnumerableProperty,has:kEnumerableProperty,set:kEnumerableProperty,[Symbol.toStringTag]:{value:`FormData`,configurable:true}});
function makeEntry(name,value,filename){
if(typeof value===`string`){}else{
if(!webidl.is.File(value))value=new File([value],`blob`,{type:value.type});
if(filename!==void 0){
const options={type:value.type,lastModified:value.lastModified};
value=new File([value],filename,options)}}
return{name,value}}
webidl.is.FormData=webidl.util.MakeTypeAssertion(FormData);
module.exports={FormData,makeEntry,setFormDataState}}));
var require_formdata_parser=__commonJSMin(((exports,module)=>{
const{bufferToLowerCasedHeaderName}=require_util$1();
const{HTTP_TOKEN_CODEPOINTS}=require_data_url();
const{makeEntry}=require_formdata();
const{webidl}=require_webidl();
const assert=__require(`node:assert`);
const{isomorphicDecode}=require_infra();
const dd=Buffer.from(`--`);
const decoder=new TextDecoder;
const decoderIgnoreBOM=new TextDecoder(`utf-8`,{ignoreBOM:true});
function isAsciiString(chars){
for(let i=0;i<chars.length;++i)if((chars.charCodeAt(i)&-128)!==0)return false;
return true}
function validateBoundary(boundary){
const length=boundary.length;
if(length<27||length>70)return false;
for(let i=0;i<length;++i){
const cp=boundary.charCodeAt(i);
if(!(cp>=48&&cp<=57||cp>=65&&cp<=90||cp>=97&&cp<=122||cp===39||cp===45||cp===95))return false}
return true}
function multipartFormDataParser(input,mimeType){
assert(mimeType!==`failure`&&mimeType.essence===`multipart/form-data`);
const boundaryString=mimeType.parameters.get(`boundary`);
if(boundaryString===void 0)throw parsingError(`missing boundary in content-type header`);
const boundary=Buffer.from(`--${boundaryString}`,`utf8`);
const entryList=[];
const position={position:0};
const firstBoundaryIndex=input.indexOf(boundary);
if(firstBoundaryIndex===-1)throw parsingError(`no boundary found in multipart body`);
position.position=firstBoundaryIndex;
while(true){
if(input.subarray(position.position,position.position+boundary.length).equals(boundary))position.position+=boundary.length;else throw parsingError(`expected a value starting with -- and the boundary`);
if(bufferStartsWith(input,dd,position))return entryList;
if(input[position.position]!==13||input[position.position+1]!==10)throw parsingError(`expected CRLF`);
position.position+=2;
let{name,filename,contentType,encoding}=parseMultipartFormDataHeaders(input,position);
position.position+=2;
let body;
{
const boundaryIndex=input.indexOf(boundary.subarray(2),position.position);
if(boundaryIndex===-1)throw parsingError(`expected boundary after body`);
body=input.subarray(position.position,boundaryIndex-4);
position.position+=body.length;
if(encoding===`base64`)body=Buffer.from(body.toString(),`base64`)}
if(input[position.position]!==13||input[position.position+1]!==10)throw parsingError(`expected CRLF`);else position.position+=2;
let value;
if(filename!==null){
contentType??=`text/plain`;
if(!isAsciiString(contentType))contentType=``;
value=new File([body],filename,{type:contentType})}else value=decoderIgnoreBOM.decode(Buffer.from(body));
assert(webidl.is.USVString(name));
assert(typeof value===`string`&&webidl.is.USVString(value)||webidl.is.File(value));
entryList.push(makeEntry(name,value,filename))}}
function parseContentDispositionAttribute(input,position){
if(input[position.position]===59)position.position++;
collectASequenceOfBytes(char=>char===32||char===9,input,position);
const attributeName=collectASequenceOfBytes(char=>isToken(char)&&char!==61&&char!==42,input,position);
if(attributeName.length===0)return null;
const attrNameStr=attributeName.toString(`ascii`).toLowerCase();
const isExtended=input[position.position]===42;
if(isExtended)position.position++;
if(input[position.position]!==61)return null;
position.position++;
collectASequenceOfBytes(char=>char===32||char===9,input,position);
let value;
if(isExtended){
const headerValue=collectASequenceOfBytes(char=>char!==32&&char!==13&&char!==10&&char!==59,input,position);
if(headerValue[0]!==117&&headerValue[0]!==85||headerValue[1]!==116&&headerValue[1]!==84||headerValue[2]!==102&&headerValue[2]!==70||headerValue[3]!==45||headerValue[4]!==56)throw parsingError(`unknown encoding, expected utf-8''`);
value=decodeURIComponent(decoder.decode(headerValue.subarray(7)))}else if(input[position.position]===34){
position.position++;
const quotedValue=collectASequenceOfBytes(char=>char!==10&&char!==13&&char!==34,input,position);
if(input[position.position]!==34)throw parsingError(`Closing quote not found`);
position.position++;
value=decoder.decode(quotedValue).replace(/%0A/gi,`
`).replace(/%0D/gi,`\r`).replace(/%22/g,`"`)}else{
const tokenValue=collectASequenceOfBytes(char=>isToken(char)&&char!==59,input,position);
value=decoder.decode(tokenValue)}
return{name:attrNameStr,value,extended:isExtended}}
function parseMultipartFormDataHeaders(input,position){
let name=null;
let filename=null;
let contentType=null;
let encoding=null;
while(true){
if(input[position.position]===13&&input[position.position+1]===10){
if(name===null)throw parsingError(`header name is null`);
return{name,filename,contentType,encoding}}
let headerName=collectASequenceOfBytes(char=>char!==10&&char!==13&&char!==58,input,position);
headerName=removeChars(headerName,true,true,char=>char===9||char===32);
if(!HTTP_TOKEN_CODEPOINTS.test(headerName.toString()))throw parsingError(`header name does not match the field-name token production`);
if(input[position.position]!==58)throw parsingError(`expected :`);
position.position++;
collectASequenceOfBytes(char=>char===32||char===9,input,position);
switch(bufferToLowerCasedHeaderName(headerName)){case`content-disposition`:{
name=filename=null;
let filenameIsExtended=false;
if(collectASequenceOfBytes(char=>isToken(char),input,position).toString(`ascii`).toLowerCase()!==`form-data`)throw parsingError(`expected form-data for content-disposition header`);
while(position.position<input.length&&(input[position.position]!==13||input[position.position+1]!==10)){
const attribute=parseContentDispositionAttribute(input,position);
if(!attribute)break;
if(attribute.name===`name`)name=attribute.value;else if(attribute.name===`filename`){
if(attribute.extended){
filename=attribute.value;
filenameIsExtended=true}else if(!filenameIsExtended)filename=attribute.value}}
if(name===null)throw parsingError(`name attribute is required in content-disposition header`);
break}case`content-type`:{
let headerValue=collectASequenceOfBytes(char=>char!==10&&char!==13,input,position);
headerValue=removeChars(headerValue,false,true,char=>char===9||char===32);
contentType=isomorphicDecode(headerValue);
break}case`content-transfer-encoding`:{
let headerValue=collectASequenceOfBytes(char=>char!==10&&char!==13,input,position);
headerValue=removeChars(headerValue,false,true,char=>char===9||char===32);
encoding=isomorphicDecode(headerValue);
break}default:collectASequenceOfBytes(char=>char!==10&&char!==13,input,position)}
if(input[position.position]!==13||input[position.position+1]!==10)throw parsingError(`expected CRLF`);else position.position+=2}}
function collectASequenceOfBytes(condition,input,position){
let start=position.position;
while(start<input.length&&condition(input[start]))++start;
return input.subarray(position.position,position.position=start)}
function removeChars(buf,leading,trailing,predicate){
let lead=0;
let trail=buf.length-1;
if(leading)while(lead<buf.length&&predicate(buf[lead]))lead++;
if(trailing)while(trail>0&&predicate(buf[trail]))trail--;
return lead===0&&trail===buf.length-1?buf:buf.subarray(lead,trail+1)}
function bufferStartsWith(buffer,start,position){
if(buffer.length<start.length)return false;
for(let i=0;i<start.length;i++)if(start[i]!==buffer[position.position+i])return false;
return true}
function parsingError(cause){
return new TypeError(`Failed to parse body as FormData.`,{cause:new TypeError(cause)})}
function isCTL(char){
return char<=31||char===127}
function isTSpecial(char){
return char===40||char===41||char===60||char===62||char===64||char===44||char===59||char===58||char===92||char===34||char===47||char===91||char===93||char===63||char===61}
function isToken(char){
return char<=127&&char!==32&&char!==9&&!isCTL(char)&&!isTSpecial(char)}
module.exports={multipartFormDataParser,validateBoundary}}));
var require_promise=__commonJSMin(((exports,module)=>{
function createDeferredPromise(){
let res;
let rej;
return{promise:new Promise((resolve,reject)=>{
res=resolve;
rej=reject}),resolve:res,reject:rej}}
module.exports={createDeferredPromise}}));
var require_body=__commonJSMin(((exports,module)=>{
const util=require_util$1();
const{ReadableStreamFrom,readableStreamClose,fullyReadBody,extractMimeType}=require_util();
const{FormData,setFormDataState}=require_formdata();
const{webidl}=require_webidl();
const assert=__require(`node:assert`);
const{isErrored,isDisturbed}=__require(`node:stream`);
const{isUint8Array}=__require(`node:util/types`);
const{serializeAMimeType}=require_data_url();
const{multipartFormDataParser}=require_formdata_parser();
const{createDeferredPromise}=require_promise();
const{parseJSONFromBytes}=require_infra();
const{utf8DecodeBytes}=require_encoding();
const{runtimeFeatures}=require_runtime_features();
const random=runtimeFeatures.has(`crypto`)?__require(`node:crypto`).randomInt:max=>Math.floor(Math.random()*max);
const textEncoder=new TextEncoder;
function noop(){}
const streamRegistry=new FinalizationRegistry(weakRef=>{
const stream=weakRef.deref();
if(stream&&!stream.locked&&!isDisturbed(stream)&&!isErrored(stream))stream.cancel(`Response object has been garbage collected`).catch(noop)});
function extractBody(object,keepalive=false){
let stream=null;
if(webidl.is.ReadableStream(object))stream=object;else if(webidl.is.Blob(object))stream=object.stream();else stream=new ReadableStream({start(){},async pull(controller){
const result=action();
const iterator=result?.[Symbol.asyncIterator]?.();
if(iterator==null){
if(result?.length&&!isErrored(stream))controller.enqueue(typeof result===`string`?textEncoder.encode(result):new Uint8Array(result));
queueMicrotask(()=>readableStreamClose(controller));
return}
while(true){
const{value,done}=await iterator.next();
if(done){
queueMicrotask(()=>readableStreamClose(controller));
return}
if(value.length&&!isErrored(stream)){
controller.enqueue(new Uint8Array(value));
return}}},cancel(reason){
return action()[Symbol.asyncIterator]?.().return(reason)},type:`bytes`});
assert(webidl.is.ReadableStream(stream));
let action=null;
let source=null;
let length=null;
let type=null;
if(typeof object===`string`){
source=object;
type=`text/plain;charset=UTF-8`}else if(webidl.is.URLSearchParams(object)){
source=object.toString();
type=`application/x-www-form-urlencoded;charset=UTF-8`}else if(webidl.is.BufferSource(object))source=webidl.util.getCopyOfBytesHeldByBufferSource(object);else if(webidl.is.FormData(object)){
const boundary=`----formdata-undici-0${`${random(1e11)}`.padStart(11,`0`)}`;
const prefix=`--${boundary}\r\nContent-Disposition: form-data`;
const formdataEscape=str=>str.replace(/\n/g,`%0A`).replace(/\r/g,`%0D`).replace(/"/g,`%22`);
const normalizeLinefeeds=value=>value.replace(/\r?\n|\r/g,`\r
`);
const blobParts=[];
const rn=new Uint8Array([13,10]);
length=0;
let hasUnknownSizeValue=false;
for(const[name,value]of object)if(typeof value===`string`){
const chunk=textEncoder.encode(prefix+`; name="${formdataEscape(normalizeLinefeeds(name))}"\r\n\r\n${normalizeLinefeeds(value)}\r\n`);
blobParts.push(chunk);
length+=chunk.byteLength}else{
const chunk=textEncoder.encode(`${prefix}; name="${formdataEscape(normalizeLinefeeds(name))}"`+(value.name?`; filename="${formdataEscape(value.name)}"`:``)+`\r
Content-Type: ${value.type||`application/octet-stream`}\r\n\r\n`);
blobParts.push(chunk,value,rn);
if(typeof value.size===`number`)length+=chunk.byteLength+value.size+rn.byteLength;else hasUnknownSizeValue=true}
const chunk=textEncoder.encode(`--${boundary}--\r\n`);
blobParts.push(chunk);
length+=chunk.byteLength;
if(hasUnknownSizeValue)length=null;
source=object;
const parts=(async function*(){
for(const part of blobParts)if(part.stream)yield*part.stream();else yield part})();
action=()=>parts;
type=`multipart/form-data; boundary=${boundary}`}else if(webidl.is.Blob(object)){
source=object;
length=object.size;
if(object.type)type=object.type}else if(typeof object[Symbol.asyncIterator]===`function`){
if(keepalive)throw new TypeError(`keepalive`);
if(util.isDisturbed(object)||object.locked)throw new TypeError(`Response body object should not be disturbed or locked`);
stream=webidl.is.ReadableStream(object)?object:ReadableStreamFrom(object)}
if(typeof source===`string`||isUint8Array(source)){
action=()=>source;
length=typeof source===`string`?Buffer.byteLength(source):source.length}
return[{stream,source,length},type]}
function safelyExtractBody(object,keepalive=false){
if(webidl.is.ReadableStream(object)){
assert(!util.isDisturbed(object),`The body has already been consumed.`);
assert(!object.locked,`The stream is locked.`)}
return extractBody(object,keepalive)}
function cloneBody(body){
const{0:out1,1:out2}=body.stream.tee();
body.stream=out1;
return{stream:out2,length:body.length,source:body.source}}
function bodyMixinMethods(instance,getInternalState){
return{blob(){
return consumeBody(this,bytes=>{
let mimeType=bodyMimeType(getInternalState(this));
if(mimeType===null)mimeType=``;else if(mimeType)mimeType=serializeAMimeType(mimeType);
return new Blob([bytes],{type:mimeType})},instance,getInternalState)},arrayBuffer(){
return consumeBody(this,bytes=>{
return new Uint8Array(bytes).buffer},instance,getInternalState)},text(){
return consumeBody(this,utf8DecodeBytes,instance,getInternalState)},json(){
return consumeBody(this,parseJSONFromBytes,instance,getInternalState)},formData(){
return consumeBody(this,value=>{
const mimeType=bodyMimeType(getInternalState(this));
if(mimeType!==null)switch(mimeType.essence){case`multipart/form-data`:{
const parsed=multipartFormDataParser(value,mimeType);
const fd=new FormData;
setFormDataState(fd,parsed);
return fd}case`application/x-www-form-urlencoded`:{
const entries=new URLSearchParams(value.toString());
const fd=new FormData;
for(const[name,value]of entries)fd.append(name,value);
return fd}}
throw new TypeError(`Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".`)},instance,getInternalState)},bytes(){
return consumeBody(this,bytes=>{
return new Uint8Array(bytes)},instance,getInternalState)}}}
function mixinBody(prototype,getInternalState){
Object.assign(prototype.prototype,bodyMixinMethods(prototype,getInternalState))}
function consumeBody(object,convertBytesToJSValue,instance,getInternalState){
try{
webidl.brandCheck(object,instance)}catch(e){
return Promise.reject(e)}
object=getInternalState(object);
if(bodyUnusable(object))return Promise.reject(new TypeError(`Body is unusable: Body has already been read`));
const promise=createDeferredPromise();
const errorSteps=promise.reject;
const successSteps=data=>{
try{
promise.resolve(convertBytesToJSValue(data))}catch(e){
errorSteps(e)}};
if(object.body==null){
successSteps(Buffer.allocUnsafe(0));
return promise.promise}
fullyReadBody(object.body,successSteps,errorSteps);
return promise.promise}
function bodyUnusable(object){
const body=object.body;
return body!=null&&(body.stream.locked||util.isDisturbed(body.stream))}
function bodyMimeType(requestOrResponse){
const headers=requestOrResponse.headersList;
const mimeType=extractMimeType(headers);
if(mimeType===`failure`)return null;
return mimeType}
module.exports={extractBody,safelyExtractBody,cloneBody,mixinBody,streamRegistry,bodyUnusable}}));
var require_client_h1=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const util=require_util$1();
const{channels}=require_diagnostics();
const timers=require_timers();
const{RequestContentLengthMismatchError,ResponseContentLengthMismatchError,RequestAbortedError,InvalidArgumentError,HeadersTimeoutError,HeadersOverflowError,SocketError,InformationalError,BodyTimeoutError,HTTPParserError,ResponseExceededMaxSizeError}=require_errors();
const{kUrl,kReset,kClient,kParser,kBlocking,kRunning,kPending,kSize,kWriting,kQueue,kNoRef,kKeepAliveDefaultTimeout,kHostHeader,kPendingIdx,kRunningIdx,kError,kPipelining,kSocket,kKeepAliveTimeoutValue,kMaxHeadersSize,kKeepAliveMaxTimeout,kKeepAliveTimeoutThreshold,kHeadersTimeout,kBodyTimeout,kStrictContentLength,kMaxRequests,kCounter,kMaxResponseSize,kOnError,kResume,kHTTPContext,kClosed}=require_symbols();
const constants=require_constants$1();
const EMPTY_BUF=Buffer.alloc(0);
const FastBuffer=Buffer[Symbol.species];
const removeAllListeners=util.removeAllListeners;
const kIdleSocketValidation=Symbol(`kIdleSocketValidation`);
const kIdleSocketValidationTimeout=Symbol(`kIdleSocketValidationTimeout`);
const kSocketUsed=Symbol(`kSocketUsed`);
const kTypeOfService=Symbol(`kTypeOfService`);
let extractBody;
function lazyllhttp(){
const llhttpWasmData=process.env.JEST_WORKER_ID?require_llhttp_wasm():void 0;
let mod;
let useWasmSIMD=true;
if(process.arch===`ppc64`){
const[major,minor]=process.versions.node.split(`.`).map(n=>parseInt(n,10));
if(major<24||major===24&&minor<12)useWasmSIMD=false}
if(process.env.UNDICI_NO_WASM_SIMD===`1`)useWasmSIMD=false;else if(process.env.UNDICI_NO_WASM_SIMD===`0`)useWasmSIMD=true;
if(useWasmSIMD)try{
mod=new WebAssembly.Module(require_llhttp_simd_wasm())}catch{}
if(!mod)mod=new WebAssembly.Module(llhttpWasmData||require_llhttp_wasm());
return new WebAssembly.Instance(mod,{env:{wasm_on_url:(p,at,len)=>{
return 0},wasm_on_status:(p,at,len)=>{
assert(currentParser.ptr===p);
const start=at-currentBufferPtr+currentBufferRef.byteOffset;
return currentParser.onStatus(new FastBuffer(currentBufferRef.buffer,start,len))},wasm_on_message_begin:p=>{
assert(currentParser.ptr===p);
return currentParser.onMessageBegin()},wasm_on_header_field:(p,at,len)=>{
assert(currentParser.ptr===p);
const start=at-currentBufferPtr+currentBufferRef.byteOffset;
return currentParser.onHeaderField(new FastBuffer(currentBufferRef.buffer,start,len))},wasm_on_header_value:(p,at,len)=>{
assert(currentParser.ptr===p);
const start=at-currentBufferPtr+currentBufferRef.byteOffset;
return currentParser.onHeaderValue(new FastBuffer(currentBufferRef.buffer,start,len))},wasm_on_headers_complete:(p,statusCode,upgrade,shouldKeepAlive)=>{
assert(currentParser.ptr===p);
return currentParser.onHeadersComplete(statusCode,upgrade===1,shouldKeepAlive===1)},wasm_on_body:(p,at,len)=>{
assert(currentParser.ptr===p);
const start=at-currentBufferPtr+currentBufferRef.byteOffset;
return currentParser.onBody(new FastBuffer(currentBufferRef.buffer,start,len))},wasm_on_message_complete:p=>{
assert(currentParser.ptr===p);
return currentParser.onMessageComplete()}}})}
let llhttpInstance=null;
let currentParser=null;
let currentBufferRef=null;
let currentBufferSize=0;
let currentBufferPtr=null;
const USE_FAST_TIMER=1;
const TIMEOUT_HEADERS=3;
const TIMEOUT_BODY=5;
const TIMEOUT_KEEP_ALIVE=8;
var Parser=class{constructor(client,socket,{exports}){
this.llhttp=exports;
this.ptr=this.llhttp.llhttp_alloc(constants.TYPE.RESPONSE);
this.client=client;
this.socket=socket;
this.timeout=null;
this.timeoutWeakRef=new WeakRef(this);
this.timeoutValue=null;
this.timeoutType=null;
this.statusCode=0;
this.statusText=``;
this.upgrade=false;
this.headers=[];
this.headersSize=0;
this.headersMaxSize=client[kMaxHeadersSize];
this.shouldKeepAlive=false;
this.paused=false;
this.resume=this.resume.bind(this);
this.bytesRead=0;
this.keepAlive=``;
this.contentLength=``;
this.connection=``;
this.maxResponseSize=client[kMaxResponseSize]}setTimeout(delay,type){
if(delay!==this.timeoutValue||type&USE_FAST_TIMER^this.timeoutType&USE_FAST_TIMER){
if(this.timeout){
timers.clearTimeout(this.timeout);
this.timeout=null}
if(delay){
if(type&USE_FAST_TIMER)this.timeout=timers.setFastTimeout(onParserTimeout,delay,this.timeoutWeakRef);else{
this.timeout=setTimeout(onParserTimeout,delay,this.timeoutWeakRef);
this.timeout?.unref()}}
this.timeoutValue=delay}else if(this.timeout){
if(this.timeout.refresh)this.timeout.refresh()}
this.timeoutType=type}resume(){
if(this.socket.destroyed||!this.paused)return;
assert(this.ptr!=null);
assert(currentParser===null);
this.llhttp.llhttp_resume(this.ptr);
assert(this.timeoutType===TIMEOUT_BODY);
if(this.timeout){
if(this.timeout.refresh)this.timeout.refresh()}
this.paused=false;
this.execute(this.socket.read()||EMPTY_BUF);
this.readMore()}readMore(){
while(!this.paused&&this.ptr){
const chunk=this.socket.read();
if(chunk===null)break;
this.execute(chunk)}}execute(chunk){
assert(currentParser===null);
assert(this.ptr!=null);
assert(!this.paused);
const{socket,llhttp}=this;
if(chunk.length>currentBufferSize){
if(currentBufferPtr)llhttp.free(currentBufferPtr);
currentBufferSize=Math.ceil(chunk.length/4096)*4096;
currentBufferPtr=llhttp.malloc(currentBufferSize)}
new Uint8Array(llhttp.memory.buffer,currentBufferPtr,currentBufferSize).set(chunk);
try{
let ret;
try{
currentBufferRef=chunk;
currentParser=this;
ret=llhttp.llhttp_execute(this.ptr,currentBufferPtr,chunk.length)}finally{
currentParser=null;
currentBufferRef=null}
if(ret!==constants.ERROR.OK){
const data=chunk.subarray(llhttp.llhttp_get_error_pos(this.ptr)-currentBufferPtr);
if(ret===constants.ERROR.PAUSED_UPGRADE)this.onUpgrade(data);else if(ret===constants.ERROR.PAUSED){
this.paused=true;
socket.unshift(data)}else throw this.createError(ret,data)}}catch(err){
util.destroy(socket,err)}}finish(){
assert(currentParser===null);
assert(this.ptr!=null);
assert(!this.paused);
const{llhttp}=this;
let ret;
try{
currentParser=this;
ret=llhttp.llhttp_finish(this.ptr)}finally{
currentParser=null}
if(ret===constants.ERROR.OK)return null;
if(ret===constants.ERROR.PAUSED||ret===constants.ERROR.PAUSED_UPGRADE){
this.paused=true;
return null}
return this.createError(ret,EMPTY_BUF)}createError(ret,data){
const{llhttp,contentLength,bytesRead}=this;
if(contentLength&&bytesRead!==parseInt(contentLength,10))return new ResponseContentLengthMismatchError;
const ptr=llhttp.llhttp_get_error_reason(this.ptr);
let message=``;
if(ptr){
const len=new Uint8Array(llhttp.memory.buffer,ptr).indexOf(0);
message=`Response does not match the HTTP/1.1 protocol (`+Buffer.from(llhttp.memory.buffer,ptr,len).toString()+`)`}
return new HTTPParserError(message,constants.ERROR[ret],data)}destroy(){
assert(currentParser===null);
assert(this.ptr!=null);
this.llhttp.llhttp_free(this.ptr);
this.ptr=null;
this.timeout&&timers.clearTimeout(this.timeout);
this.timeout=null;
this.timeoutValue=null;
this.timeoutType=null;
this.paused=false}onStatus(buf){
this.statusText=buf.toString();
return 0}onMessageBegin(){
const{socket,client}=this;
if(socket.destroyed)return-1;
if(client[kRunning]===0){
util.destroy(socket,new SocketError(`bad response`,util.getSocketInfo(socket)));
return-1}
const request=client[kQueue][client[kRunningIdx]];
if(!request)return-1;
request.onResponseStarted();
return 0}onHeaderField(buf){
const len=this.headers.length;
if((len&1)===0)this.headers.push(buf);else this.headers[len-1]=Buffer.concat([this.headers[len-1],buf]);
this.trackHeader(buf.length);
return 0}onHeaderValue(buf){
let len=this.headers.length;
if((len&1)===1){
this.headers.push(buf);
len+=1}else this.headers[len-1]=Buffer.concat([this.headers[len-1],buf]);
const key=this.headers[len-2];
if(key.length===10){
const headerName=util.bufferToLowerCasedHeaderName(key);
if(headerName===`keep-alive`)this.keepAlive+=buf.toString();else if(headerName===`connection`)this.connection+=buf.toString()}else if(key.length===14&&util.bufferToLowerCasedHeaderName(key)===`content-length`)this.contentLength+=buf.toString();
this.trackHeader(buf.length);
return 0}trackHeader(len){
this.headersSize+=len;
if(this.headersSize>=this.headersMaxSize)util.destroy(this.socket,new HeadersOverflowError)}onUpgrade(head){
const{upgrade,client,socket,headers,statusCode,statusText}=this;
assert(upgrade);
assert(client[kSocket]===socket);
assert(!socket.destroyed);
assert(!this.paused);
assert((headers.length&1)===0);
const request=client[kQueue][client[kRunningIdx]];
assert(request);
assert(request.upgrade||request.method===`CONNECT`);
this.statusCode=0;
this.statusText=``;
this.shouldKeepAlive=false;
this.headers=[];
this.headersSize=0;
socket.unshift(head);
socket[kParser].destroy();
socket[kParser]=null;
socket[kClient]=null;
socket[kError]=null;
removeAllListeners(socket);
client[kSocket]=null;
client[kHTTPContext]=null;
client[kQueue][client[kRunningIdx]++]=null;
client.emit(`disconnect`,client[kUrl],[client],new InformationalError(`upgrade`));
try{
request.onUpgrade(statusCode,headers,socket,statusText)}catch(err){
util.errorRequest(client,request,err);
util.destroy(socket,err)}
client[kResume]()}onHeadersComplete(statusCode,upgrade,shouldKeepAlive){
const{client,socket,headers,statusText}=this;
if(socket.destroyed)return-1;
if(client[kRunning]===0){
util.destroy(socket,new SocketError(`bad response`,util.getSocketInfo(socket)));
return-1}
const request=client[kQueue][client[kRunningIdx]];
if(!request)return-1;
assert(!this.upgrade);
assert(this.statusCode<200);
if(statusCode===100){
util.destroy(socket,new SocketError(`bad response`,util.getSocketInfo(socket)));
return-1}
if(upgrade&&!request.upgrade){
util.destroy(socket,new SocketError(`bad upgrade`,util.getSocketInfo(socket)));
return-1}
assert(this.timeoutType===TIMEOUT_HEADERS);
this.statusCode=statusCode;
this.shouldKeepAlive=shouldKeepAlive||request.method===`HEAD`&&!socket[kReset]&&this.connection.toLowerCase()===`keep-alive`;
if(this.statusCode>=200){
const bodyTimeout=request.bodyTimeout!=null?request.bodyTimeout:client[kBodyTimeout];
this.setTimeout(bodyTimeout,TIMEOUT_BODY)}else if(this.timeout){
if(this.timeout.refresh)this.timeout.refresh()}
if(request.method===`CONNECT`){
assert(client[kRunning]===1);
this.upgrade=true;
return 2}
if(upgrade){
assert(client[kRunning]===1);
this.upgrade=true;
return 2}
assert((this.headers.length&1)===0);
this.headers=[];
this.headersSize=0;
if(this.shouldKeepAlive&&client[kPipelining]){
const keepAliveTimeout=this.keepAlive?util.parseKeepAliveTimeout(this.keepAlive):null;
if(keepAliveTimeout!=null){
const timeout=Math.min(keepAliveTimeout-client[kKeepAliveTimeoutThreshold],client[kKeepAliveMaxTimeout]);
if(timeout<=0)socket[kReset]=true;else client[kKeepAliveTimeoutValue]=timeout}else client[kKeepAliveTimeoutValue]=client[kKeepAliveDefaultTimeout]}else socket[kReset]=true;
const pause=request.onHeaders(statusCode,headers,this.resume,statusText)===false;
if(request.aborted)return-1;
if(request.method===`HEAD`)return 1;
if(statusCode<200)return 1;
if(socket[kBlocking]){
socket[kBlocking]=false;
client[kResume]()}
return pause?constants.ERROR.PAUSED:0}onBody(buf){
const{client,socket,statusCode,maxResponseSize}=this;
if(socket.destroyed)return-1;
const request=client[kQueue][client[kRunningIdx]];
assert(request);
assert(this.timeoutType===TIMEOUT_BODY);
if(this.timeout){
if(this.timeout.refresh)this.timeout.refresh()}
assert(statusCode>=200);
if(maxResponseSize>-1&&this.bytesRead+buf.length>maxResponseSize){
util.destroy(socket,new ResponseExceededMaxSizeError);
return-1}
this.bytesRead+=buf.length;
if(request.onData(buf)===false)return constants.ERROR.PAUSED;
return 0}onMessageComplete(){
const{client,socket,statusCode,upgrade,headers,contentLength,bytesRead,shouldKeepAlive}=this;
if(socket.destroyed&&(!statusCode||shouldKeepAlive))return-1;
if(upgrade)return 0;
assert(statusCode>=100);
assert((this.headers.length&1)===0);
const request=client[kQueue][client[kRunningIdx]];
assert(request);
this.statusCode=0;
this.statusText=``;
this.bytesRead=0;
this.contentLength=``;
this.keepAlive=``;
this.connection=``;
this.headers=[];
this.headersSize=0;
if(statusCode<200)return 0;
if(request.method!==`HEAD`&&contentLength&&bytesRead!==parseInt(contentLength,10)){
util.destroy(socket,new ResponseContentLengthMismatchError);
return-1}
request.onComplete(headers);
client[kQueue][client[kRunningIdx]++]=null;
socket[kSocketUsed]=client[kPending]===0;
if(socket[kWriting]){
assert(client[kRunning]===0);
util.destroy(socket,new InformationalError(`reset`));
return constants.ERROR.PAUSED}else if(!shouldKeepAlive){
util.destroy(socket,new InformationalError(`reset`));
return constants.ERROR.PAUSED}else if(socket[kReset]&&client[kRunning]===0){
util.destroy(socket,new InformationalError(`reset`));
return constants.ERROR.PAUSED}else if(client[kPipelining]==null||client[kPipelining]===1)setImmediate(client[kResume]);else client[kResume]();
return 0}};
function onParserTimeout(parserWeakRef){
const parser=parserWeakRef.deref();
if(!parser)return;
const{socket,timeoutType,client,paused}=parser;
if(timeoutType===TIMEOUT_HEADERS){
if(!socket[kWriting]||socket.writableNeedDrain||client[kRunning]>1){
assert(!paused,`cannot be paused while waiting for headers`);
util.destroy(socket,new HeadersTimeoutError)}}else if(timeoutType===TIMEOUT_BODY){
if(!paused)util.destroy(socket,new BodyTimeoutError)}else if(timeoutType===TIMEOUT_KEEP_ALIVE){
assert(client[kRunning]===0&&client[kKeepAliveTimeoutValue]);
util.destroy(socket,new InformationalError(`socket idle timeout`))}}
function connectH1(client,socket){
client[kSocket]=socket;
if(!llhttpInstance)llhttpInstance=lazyllhttp();
if(socket.errored)throw socket.errored;
if(socket.destroyed)throw new SocketError(`destroyed`);
socket[kNoRef]=false;
socket[kWriting]=false;
socket[kReset]=false;
socket[kBlocking]=false;
socket[kIdleSocketValidation]=0;
socket[kIdleSocketValidationTimeout]=null;
socket[kSocketUsed]=false;
socket[kParser]=new Parser(client,socket,llhttpInstance);
util.addListener(socket,`error`,onHttpSocketError);
util.addListener(socket,`readable`,onHttpSocketReadable);
util.addListener(socket,`end`,onHttpSocketEnd);
util.addListener(socket,`close`,onHttpSocketClose);
socket[kClosed]=false;
socket.on(`close`,onSocketClose);
return{version:`h1`,defaultPipelining:1,write(request){
return writeH1(client,request)},resume(){
resumeH1(client)},destroy(err,callback){
if(socket[kClosed])queueMicrotask(callback);else{
socket.on(`close`,callback);
socket.destroy(err)}},get destroyed(){
return socket.destroyed},busy(request){
if(socket[kWriting]||socket[kReset]||socket[kBlocking]||socket[kIdleSocketValidation]===1)return true;
if(request){
if(client[kRunning]>0&&!request.idempotent)return true;
if(client[kRunning]>0&&(request.upgrade||request.method===`CONNECT`))return true;
if(client[kRunning]>0&&util.bodyLength(request.body)!==0&&(util.isStream(request.body)||util.isAsyncIterable(request.body)||util.isFormDataLike(request.body)))return true}
return false}}}
function onHttpSocketError(err){
const parser=this[kParser];
if(err.code===`ECONNRESET`&&parser.statusCode&&!parser.shouldKeepAlive){
const parserErr=parser.finish();
if(parserErr){
this[kError]=parserErr;
this[kClient][kOnError](parserErr)}
return}
this[kError]=err;
this[kClient][kOnError](err)}
function onHttpSocketReadable(){
this[kParser]?.readMore()}
function onHttpSocketEnd(){
const parser=this[kParser];
if(parser.statusCode&&!parser.shouldKeepAlive){
const parserErr=parser.finish();
if(parserErr)util.destroy(this,parserErr);
return}
util.destroy(this,new SocketError(`other side closed`,util.getSocketInfo(this)))}
function onHttpSocketClose(){
const parser=this[kParser];
clearIdleSocketValidation(this);
if(parser){
if(!this[kError]&&parser.statusCode&&!parser.shouldKeepAlive)this[kError]=parser.finish()||this[kError];
this[kParser].destroy();
this[kParser]=null}
const err=this[kError]||new SocketError(`closed`,util.getSocketInfo(this));
const client=this[kClient];
client[kSocket]=null;
client[kHTTPContext]=null;
if(client.destroyed){
assert(client[kPending]===0);
const requests=client[kQueue].splice(client[kRunningIdx]);
for(let i=0;i<requests.length;i++){
const request=requests[i];
util.errorRequest(client,request,err)}}else if(client[kRunning]>0&&err.code!==`UND_ERR_INFO`){
const request=client[kQueue][client[kRunningIdx]];
client[kQueue][client[kRunningIdx]++]=null;
util.errorRequest(client,request,err)}
client[kPendingIdx]=client[kRunningIdx];
assert(client[kRunning]===0);
client.emit(`disconnect`,client[kUrl],[client],err);
client[kResume]()}
function onSocketClose(){
this[kClosed]=true}
function clearIdleSocketValidation(socket){
if(socket[kIdleSocketValidationTimeout]){
clearImmediate(socket[kIdleSocketValidationTimeout]);
socket[kIdleSocketValidationTimeout]=null}
socket[kIdleSocketValidation]=0}
function scheduleIdleSocketValidation(client,socket){
socket[kIdleSocketValidation]=1;
socket[kIdleSocketValidationTimeout]=setImmediate(()=>{
socket[kIdleSocketValidationTimeout]=null;
socket[kIdleSocketValidation]=2;
if(client[kSocket]===socket&&!socket.destroyed)client[kResume]()})}
function resumeH1(client){
const socket=client[kSocket];
if(socket&&!socket.destroyed){
if(client[kSize]===0){
if(!socket[kNoRef]&&socket.unref){
socket.unref();
socket[kNoRef]=true}}else if(socket[kNoRef]&&socket.ref){
socket.ref();
socket[kNoRef]=false}
if(client[kRunning]===0&&client[kPending]>0&&socket[kSocketUsed]){
if(socket[kIdleSocketValidation]===0){
scheduleIdleSocketValidation(client,socket);
socket[kParser].readMore();
if(socket.destroyed)return;
return}
if(socket[kIdleSocketValidation]===1){
socket[kParser].readMore();
if(socket.destroyed)return;
return}}
if(client[kRunning]===0){
socket[kParser].readMore();
if(socket.destroyed)return}
if(client[kSize]===0){
if(socket[kParser].timeoutType!==TIMEOUT_KEEP_ALIVE)socket[kParser].setTimeout(client[kKeepAliveTimeoutValue],TIMEOUT_KEEP_ALIVE)}else if(client[kRunning]>0&&socket[kParser].statusCode<200){
if(socket[kParser].timeoutType!==TIMEOUT_HEADERS){
const request=client[kQueue][client[kRunningIdx]];
const headersTimeout=request.headersTimeout!=null?request.headersTimeout:client[kHeadersTimeout];
socket[kParser].setTimeout(headersTimeout,TIMEOUT_HEADERS)}}}}
function shouldSendContentLength(method){
return method!==`GET`&&method!==`HEAD`&&method!==`OPTIONS`&&method!==`TRACE`&&method!==`CONNECT`}
function setTypeOfService(socket,request){
if(typeof socket.setTypeOfService!==`function`)return;
const typeOfService=request.typeOfService;
if(typeOfService===void 0)return;
if(socket[kTypeOfService]===typeOfService)return;
try{
socket.setTypeOfService(typeOfService);
socket[kTypeOfService]=typeOfService}catch{}}
function writeH1(client,request){
const{method,path,host,upgrade,blocking,reset}=request;
let{body,headers,contentLength}=request;
const expectsPayload=method===`PUT`||method===`POST`||method===`PATCH`||method===`QUERY`||method===`PROPFIND`||method===`PROPPATCH`;
if(util.isFormDataLike(body)){
if(!extractBody)extractBody=require_body().extractBody;
const[bodyStream,contentType]=extractBody(body);
if(request.contentType==null)headers.push(`content-type`,contentType);
body=bodyStream.stream;
contentLength=bodyStream.length}else if(util.isBlobLike(body)&&request.contentType==null){
const contentType=body.type;
if(contentType){
const contentTypeValue=`${contentType}`;
if(!util.isValidHeaderValue(contentTypeValue)){
util.errorRequest(client,request,new InvalidArgumentError(`invalid content-type header`));
return false}
headers.push(`content-type`,contentTypeValue)}}
if(body&&typeof body.read===`function`)body.read(0);
const bodyLength=util.bodyLength(body);
contentLength=bodyLength??contentLength;
if(contentLength===null)contentLength=request.contentLength;
if(contentLength===0&&!expectsPayload)contentLength=null;
if(shouldSendContentLength(method)&&contentLength>0&&request.contentLength!==null&&request.contentLength!==contentLength){
if(client[kStrictContentLength]){
util.errorRequest(client,request,new RequestContentLengthMismatchError);
return false}
process.emitWarning(new RequestContentLengthMismatchError)}
const socket=client[kSocket];
clearIdleSocketValidation(socket);
const abort=err=>{
if(request.aborted||request.completed)return;
util.errorRequest(client,request,err||new RequestAbortedError);
util.destroy(body);
util.destroy(socket,new InformationalError(`aborted`))};
try{
request.onConnect(abort)}catch(err){
util.errorRequest(client,request,err)}
if(request.aborted)return false;
if(method===`HEAD`)socket[kReset]=true;
if(upgrade||method===`CONNECT`)socket[kReset]=true;
if(reset!=null)socket[kReset]=reset;
if(client[kMaxRequests]&&socket[kCounter]++>=client[kMaxRequests])socket[kReset]=true;
if(blocking)socket[kBlocking]=true;
setTypeOfService(socket,request);
let header=`${method} ${path} HTTP/1.1\r\n`;
if(typeof host===`string`)header+=`host: ${host}\r\n`;else header+=client[kHostHeader];
if(upgrade)header+=`connection: upgrade\r\nupgrade: ${upgrade}\r\n`;else if(client[kPipelining]&&!socket[kReset])header+=`connection: keep-alive\r
`;else header+=`connection: close\r
`;
if(Array.isArray(headers))for(let n=0;n<headers.length;n+=2){
const key=headers[n+0];
const val=headers[n+1];
if(Array.isArray(val))for(let i=0;i<val.length;i++)header+=`${key}: ${val[i]}\r\n`;else header+=`${key}: ${val}\r\n`}
if(channels.sendHeaders.hasSubscribers)channels.sendHeaders.publish({request,headers:header,socket});
if(!body||bodyLength===0)writeBuffer(abort,null,client,request,socket,contentLength,header,expectsPayload);else if(util.isBuffer(body))writeBuffer(abort,body,client,request,socket,contentLength,header,expectsPayload);else if(util.isBlobLike(body)){
if(typeof body.stream===`function`)writeIterable(abort,body.stream(),client,request,socket,contentLength,header,expectsPayload);else writeBlob(abort,body,client,request,socket,contentLength,header,expectsPayload)}else if(util.isStream(body))writeStream(abort,body,client,request,socket,contentLength,header,expectsPayload);else if(util.isIterable(body))writeIterable(abort,body,client,request,socket,contentLength,header,expectsPayload);else assert(false);
return true}
function writeStream(abort,body,client,request,socket,contentLength,header,expectsPayload){
assert(contentLength!==0||client[kRunning]===0,`stream body cannot be pipelined`);
let finished=false;
const writer=new AsyncWriter({abort,socket,request,contentLength,client,expectsPayload,header});
const onData=function(chunk){
if(finished)return;
try{
if(!writer.write(chunk)&&this.pause)this.pause()}catch(err){
util.destroy(this,err)}};
const onDrain=function(){
if(finished)return;
if(body.resume)body.resume()};
const onClose=function(){
queueMicrotask(()=>{
body.removeListener(`error`,onFinished)});
if(!finished){
const err=new RequestAbortedError;
queueMicrotask(()=>onFinished(err))}};
const onFinished=function(err){
if(finished)return;
finished=true;
assert(socket.destroyed||socket[kWriting]&&client[kRunning]<=1);
socket.off(`drain`,onDrain).off(`error`,onFinished);
body.removeListener(`data`,onData).removeListener(`end`,onFinished).removeListener(`close`,onClose);
if(!err)try{
writer.end()}catch(er){
err=er}
writer.destroy(err);
if(err&&(err.code!==`UND_ERR_INFO`||err.message!==`reset`))util.destroy(body,err);else util.destroy(body)};
body.on(`data`,onData).on(`end`,onFinished).on(`error`,onFinished).on(`close`,onClose);
if(body.resume)body.resume();
socket.on(`drain`,onDrain).on(`error`,onFinished);
if(body.errorEmitted??body.errored)setImmediate(onFinished,body.errored);else if(body.endEmitted??body.readableEnded)setImmediate(onFinished,null);
if(body.closeEmitted??body.closed)setImmediate(onClose)}
function writeBuffer(abort,body,client,request,socket,contentLength,header,expectsPayload){
try{
if(!body){
if(contentLength===0)socket.write(`${header}content-length: 0\r\n\r\n`,`latin1`);else{
assert(contentLength===null,`no body must not have content length`);
socket.write(`${header}\r\n`,`latin1`)}}else if(util.isBuffer(body)){
assert(contentLength===body.byteLength,`buffer body must have content length`);
socket.cork();
socket.write(`${header}content-length: ${contentLength}\r\n\r\n`,`latin1`);
socket.write(body);
socket.uncork();
request.onBodySent(body);
if(!expectsPayload&&request.reset!==false)socket[kReset]=true}
request.onRequestSent();
client[kResume]()}catch(err){
abort(err)}}
async function writeBlob(abort,body,client,request,socket,contentLength,header,expectsPayload){
assert(contentLength===body.size,`blob body must have content length`);
try{
if(contentLength!=null&&contentLength!==body.size)throw new RequestContentLengthMismatchError;
const buffer=Buffer.from(await body.arrayBuffer());
socket.cork();
socket.write(`${header}content-length: ${contentLength}\r\n\r\n`,`latin1`);
socket.write(buffer);
socket.uncork();
request.onBodySent(buffer);
request.onRequestSent();
if(!expectsPayload&&request.reset!==false)socket[kReset]=true;
client[kResume]()}catch(err){
abort(err)}}
async function writeIterable(abort,body,client,request,socket,contentLength,header,expectsPayload){
assert(contentLength!==0||client[kRunning]===0,`iterator body cannot be pipelined`);
let callback=null;
function onDrain(){
if(callback){
const cb=callback;
callback=null;
cb()}}
const waitForDrain=()=>new Promise((resolve,reject)=>{
assert(callback===null);
if(socket[kError])reject(socket[kError]);else callback=resolve});
socket.on(`close`,onDrain).on(`drain`,onDrain);
const writer=new AsyncWriter({abort,socket,request,contentLength,client,expectsPayload,header});
try{
for await(const chunk of body){
if(socket[kError])throw socket[kError];
if(!writer.write(chunk))await waitForDrain()}
writer.end()}catch(err){
writer.destroy(err)}finally{
socket.off(`close`,onDrain).off(`drain`,onDrain)}}
var AsyncWriter=class{constructor({abort,socket,request,contentLength,client,expectsPayload,header}){
this.socket=socket;
this.request=request;
this.contentLength=contentLength;
this.client=client;
this.bytesWritten=0;
this.expectsPayload=expectsPayload;
this.header=header;
this.abort=abort;
socket[kWriting]=true}write(chunk){
const{socket,request,contentLength,client,bytesWritten,expectsPayload,header}=this;
if(socket[kError])throw socket[kError];
if(socket.destroyed)return false;
const len=Buffer.byteLength(chunk);
if(!len)return true;
if(contentLength!==null&&bytesWritten+len>contentLength){
if(client[kStrictContentLength])throw new RequestContentLengthMismatchError;
process.emitWarning(new RequestContentLengthMismatchError)}
socket.cork();
if(bytesWritten===0){
if(!expectsPayload&&request.reset!==false)socket[kReset]=true;
if(contentLength===null)socket.write(`${header}transfer-encoding: chunked\r\n`,`latin1`);else socket.write(`${header}content-length: ${contentLength}\r\n\r\n`,`latin1`)}
if(contentLength===null)socket.write(`\r\n${len.toString(16)}\r\n`,`latin1`);
this.bytesWritten+=len;
const ret=socket.write(chunk);
socket.uncork();
request.onBodySent(chunk);
if(!ret){
if(socket[kParser].timeout&&socket[kParser].timeoutType===TIMEOUT_HEADERS){
if(socket[kParser].timeout.refresh)socket[kParser].timeout.refresh()}}
return ret}end(){
const{socket,contentLength,client,bytesWritten,expectsPayload,header,request}=this;
request.onRequestSent();
socket[kWriting]=false;
if(socket[kError])throw socket[kError];
if(socket.destroyed)return;
if(bytesWritten===0){
if(expectsPayload)socket.write(`${header}content-length: 0\r\n\r\n`,`latin1`);else socket.write(`${header}\r\n`,`latin1`)}else if(contentLength===null)socket.write(`\r
0\r
\r
`,`latin1`);
if(contentLength!==null&&bytesWritten!==contentLength){
if(client[kStrictContentLength])throw new RequestContentLengthMismatchError;else process.emitWarning(new RequestContentLengthMismatchError)}
if(socket[kParser].timeout&&socket[kParser].timeoutType===TIMEOUT_HEADERS){
if(socket[kParser].timeout.refresh)socket[kParser].timeout.refresh()}
client[kResume]()}destroy(err){
const{socket,client,abort}=this;
socket[kWriting]=false;
if(err){
assert(client[kRunning]<=1,`pipeline should only contain this request`);
abort(err)}}};
module.exports=connectH1}));
var require_client_h2=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{pipeline}=__require(`node:stream`);
const util=require_util$1();
const{RequestContentLengthMismatchError,RequestAbortedError,SocketError,InformationalError,InvalidArgumentError,HeadersTimeoutError,BodyTimeoutError}=require_errors();
const{kUrl,kReset,kClient,kRunning,kPending,kQueue,kPendingIdx,kRunningIdx,kError,kSocket,kStrictContentLength,kOnError,kMaxConcurrentStreams,kPingInterval,kHTTP2Session,kHTTP2InitialWindowSize,kHTTP2ConnectionWindowSize,kResume,kSize,kHTTPContext,kClosed,kBodyTimeout,kHeadersTimeout,kEnableConnectProtocol,kRemoteSettings,kHTTP2Stream,kHTTP2SessionState}=require_symbols();
const{channels}=require_diagnostics();
const kOpenStreams=Symbol(`open streams`);
let extractBody;
let http2;
try{
http2=__require(`node:http2`)}catch{
http2={constants:{}}}
const{constants:{HTTP2_HEADER_AUTHORITY,HTTP2_HEADER_METHOD,HTTP2_HEADER_PATH,HTTP2_HEADER_SCHEME,HTTP2_HEADER_CONTENT_LENGTH,HTTP2_HEADER_EXPECT,HTTP2_HEADER_STATUS,HTTP2_HEADER_PROTOCOL,NGHTTP2_REFUSED_STREAM,NGHTTP2_CANCEL}}=http2;
function parseH2Headers(headers){
const result=[];
for(const[name,value]of Object.entries(headers))if(Array.isArray(value))for(const subvalue of value)result.push(Buffer.from(name),Buffer.from(subvalue));else result.push(Buffer.from(name),Buffer.from(value));
return result}
function connectH2(client,socket){
client[kSocket]=socket;
const http2InitialWindowSize=client[kHTTP2InitialWindowSize];
const http2ConnectionWindowSize=client[kHTTP2ConnectionWindowSize];
const session=http2.connect(client[kUrl],{createConnection:()=>socket,peerMaxConcurrentStreams:client[kMaxConcurrentStreams],settings:{enablePush:false,...http2InitialWindowSize!=null?{initialWindowSize:http2InitialWindowSize}:null}});
client[kSocket]=socket;
session[kOpenStreams]=0;
session[kClient]=client;
session[kSocket]=socket;
session[kHTTP2SessionState]={ping:{interval:client[kPingInterval]===0?null:setInterval(onHttp2SendPing,client[kPingInterval],session).unref()}};
session[kEnableConnectProtocol]=false;
session[kRemoteSettings]=false;
if(http2ConnectionWindowSize)util.addListener(session,`connect`,applyConnectionWindowSize.bind(session,http2ConnectionWindowSize));
util.addListener(session,`error`,onHttp2SessionError);
util.addListener(session,`frameError`,onHttp2FrameError);
util.addListener(session,`end`,onHttp2SessionEnd);
util.addListener(session,`goaway`,onHttp2SessionGoAway);
util.addListener(session,`close`,onHttp2SessionClose);
util.addListener(session,`remoteSettings`,onHttp2RemoteSettings);
session.unref();
client[kHTTP2Session]=session;
socket[kHTTP2Session]=session;
util.addListener(socket,`error`,onHttp2SocketError);
util.addListener(socket,`end`,onHttp2SocketEnd);
util.addListener(socket,`close`,onHttp2SocketClose);
socket[kClosed]=false;
socket.on(`close`,onSocketClose);
return{version:`h2`,defaultPipelining:Infinity,write(request){
return writeH2(client,request)},resume(){
resumeH2(client)},destroy(err,callback){
if(socket[kClosed])queueMicrotask(callback);else socket.destroy(err).on(`close`,callback)},get destroyed(){
return socket.destroyed},busy(request){
if(request!=null){
if(client[kRunning]>0){
if(request.idempotent===false)return true;
if((request.upgrade===`websocket`||request.method===`CONNECT`)&&session[kRemoteSettings]===false)return true;
if(util.bodyLength(request.body)!==0&&(util.isStream(request.body)||util.isAsyncIterable(request.body)||util.isFormDataLike(request.body)))return true}else return(request.upgrade===`websocket`||request.method===`CONNECT`)&&session[kRemoteSettings]===false}
return false}}}
function resumeH2(client){
const socket=client[kSocket];
if(socket?.destroyed===false){
if(client[kSize]===0){
socket.unref();
client[kHTTP2Session].unref()}else{
socket.ref();
client[kHTTP2Session].ref()}}}
function applyConnectionWindowSize(connectionWindowSize){
try{
if(typeof this.setLocalWindowSize===`function`)this.setLocalWindowSize(connectionWindowSize)}catch{}}
function onHttp2RemoteSettings(settings){
this[kClient][kMaxConcurrentStreams]=settings.maxConcurrentStreams??this[kClient][kMaxConcurrentStreams];
if(this[kRemoteSettings]===true&&this[kEnableConnectProtocol]===true&&settings.enableConnectProtocol===false){
const err=new InformationalError(`HTTP/2: Server disabled extended CONNECT protocol against RFC-8441`);
this[kSocket][kError]=err;
this[kClient][kOnError](err);
return}
this[kEnableConnectProtocol]=settings.enableConnectProtocol??this[kEnableConnectProtocol];
this[kRemoteSettings]=true;
this[kClient][kResume]()}
function onHttp2SendPing(session){
const state=session[kHTTP2SessionState];
if((session.closed||session.destroyed)&&state.ping.interval!=null){
clearInterval(state.ping.interval);
state.ping.interval=null;
return}
session.ping(onPing.bind(session));
function onPing(err,duration){
const client=this[kClient];
const socket=this[kClient];
if(err!=null){
const error=new InformationalError(`HTTP/2: "PING" errored - type ${err.message}`);
socket[kError]=error;
client[kOnError](error)}else client.emit(`ping`,duration)}}
function onHttp2SessionError(err){
this[kSocket][kError]=err;
this[kClient][kOnError](err)}
function onHttp2FrameError(type,code,id){
if(id===0){
const err=new InformationalError(`HTTP/2: "frameError" received - type ${type}, code ${code}`);
this[kSocket][kError]=err;
this[kClient][kOnError](err)}}
function onHttp2SessionEnd(){
const err=new SocketError(`other side closed`,util.getSocketInfo(this[kSocket]));
this.destroy(err);
util.destroy(this[kSocket],err)}
function completeRequest(client,request,resetPendingIdx=false){
const queue=client[kQueue];
const runningIdx=client[kRunningIdx];
if(runningIdx<client[kPendingIdx]&&queue[runningIdx]===request){
queue[runningIdx]=null;
client[kRunningIdx]=runningIdx+1;
return}
const index=queue.indexOf(request,runningIdx);
if(index===-1||index>=client[kPendingIdx])return;
queue.splice(index,1);
client[kPendingIdx]--;
if(resetPendingIdx&&client[kPendingIdx]<client[kRunningIdx])client[kPendingIdx]=client[kRunningIdx]}
function onHttp2SessionGoAway(errorCode){
const err=this[kError]||new SocketError(`HTTP/2: "GOAWAY" frame received with code ${errorCode}`,util.getSocketInfo(this[kSocket]));
const client=this[kClient];
client[kSocket]=null;
client[kHTTPContext]=null;
this.close();
this[kHTTP2Session]=null;
util.destroy(this[kSocket],err);
if(client[kRunningIdx]<client[kQueue].length){
const request=client[kQueue][client[kRunningIdx]];
client[kQueue][client[kRunningIdx]++]=null;
if(request!=null)util.errorRequest(client,request,err);
client[kPendingIdx]=client[kRunningIdx]}
assert(client[kRunning]===0);
client.emit(`disconnect`,client[kUrl],[client],err);
client.emit(`connectionError`,client[kUrl],[client],err);
client[kResume]()}
function onHttp2SessionClose(){
const{[kClient]:client,[kHTTP2SessionState]:state}=this;
const{[kSocket]:socket}=client;
const err=this[kSocket][kError]||this[kError]||new SocketError(`closed`,util.getSocketInfo(socket));
client[kSocket]=null;
client[kHTTPContext]=null;
if(state.ping.interval!=null){
clearInterval(state.ping.interval);
state.ping.interval=null}
if(client.destroyed){
assert(client[kPending]===0);
const requests=client[kQueue].splice(client[kRunningIdx]);
for(let i=0;i<requests.length;i++){
const request=requests[i];
if(request!=null)util.errorRequest(client,request,err)}}}
function onHttp2SocketClose(){
const err=this[kError]||new SocketError(`closed`,util.getSocketInfo(this));
const client=this[kHTTP2Session][kClient];
client[kSocket]=null;
client[kHTTPContext]=null;
if(this[kHTTP2Session]!==null)this[kHTTP2Session].destroy(err);
client[kPendingIdx]=client[kRunningIdx];
assert(client[kRunning]===0);
client.emit(`disconnect`,client[kUrl],[client],err);
client[kResume]()}
function onHttp2SocketError(err){
this[kError]=err;
this[kClient][kOnError](err)}
function onHttp2SocketEnd(){
util.destroy(this,new SocketError(`other side closed`,util.getSocketInfo(this)))}
function onSocketClose(){
this[kClosed]=true}
function shouldSendContentLength(method){
return method!==`GET`&&method!==`HEAD`&&method!==`OPTIONS`&&method!==`TRACE`&&method!==`CONNECT`}
function writeH2(client,request){
const headersTimeout=request.headersTimeout??client[kHeadersTimeout];
const bodyTimeout=request.bodyTimeout??client[kBodyTimeout];
const session=client[kHTTP2Session];
const{method,path,host,upgrade,expectContinue,signal,protocol,headers:reqHeaders}=request;
let{body}=request;
if(upgrade!=null&&upgrade!==`websocket`){
util.errorRequest(client,request,new InvalidArgumentError(`Custom upgrade "${upgrade}" not supported over HTTP/2`));
return false}
const headers={};
for(let n=0;n<reqHeaders.length;n+=2){
const key=reqHeaders[n+0];
const val=reqHeaders[n+1];
if(key===`cookie`){
if(headers[key]!=null)headers[key]=Array.isArray(headers[key])?(headers[key].push(val),headers[key]):[headers[key],val];else headers[key]=val;
continue}
if(Array.isArray(val))for(let i=0;i<val.length;i++)if(headers[key])headers[key]+=`, ${val[i]}`;else headers[key]=val[i];else if(headers[key])headers[key]+=`, ${val}`;else headers[key]=val}
let stream=null;
const{hostname,port}=client[kUrl];
headers[HTTP2_HEADER_AUTHORITY]=host||`${hostname}${port?`:${port}`:``}`;
headers[HTTP2_HEADER_METHOD]=method;
const abort=err=>{
if(request.aborted||request.completed)return;
err=err||new RequestAbortedError;
util.errorRequest(client,request,err);
if(stream!=null){
stream.removeAllListeners(`data`);
stream.close();
client[kOnError](err);
completeRequest(client,request);
client[kResume]()}
util.destroy(body,err)};
try{
request.onConnect(abort)}catch(err){
util.errorRequest(client,request,err)}
if(request.aborted)return false;
if(upgrade||method===`CONNECT`){
session.ref();
if(upgrade===`websocket`){
if(session[kEnableConnectProtocol]===false){
util.errorRequest(client,request,new InformationalError(`HTTP/2: Extended CONNECT protocol not supported by server`));
session.unref();
return false}
headers[HTTP2_HEADER_METHOD]=`CONNECT`;
headers[HTTP2_HEADER_PROTOCOL]=`websocket`;
headers[HTTP2_HEADER_PATH]=path;
if(protocol===`ws:`||protocol===`wss:`)headers[HTTP2_HEADER_SCHEME]=protocol===`ws:`?`http`:`https`;else headers[HTTP2_HEADER_SCHEME]=protocol===`http:`?`http`:`https`;
stream=session.request(headers,{endStream:false,signal});
stream[kHTTP2Stream]=true;
++session[kOpenStreams];
stream.once(`response`,(headers,_flags)=>{
const{[HTTP2_HEADER_STATUS]:statusCode,...realHeaders}=headers;
try{
request.onUpgrade(statusCode,parseH2Headers(realHeaders),stream)}catch(err){
abort(err);
return}
completeRequest(client,request)});
stream.on(`error`,()=>{
if(stream.rstCode===NGHTTP2_REFUSED_STREAM||stream.rstCode===NGHTTP2_CANCEL)abort(new InformationalError(`HTTP/2: "stream error" received - code ${stream.rstCode}`))});
stream.once(`close`,()=>{
session[kOpenStreams]-=1;
if(session[kOpenStreams]===0)session.unref()});
stream.setTimeout(headersTimeout);
return true}
stream=session.request(headers,{endStream:false,signal});
stream[kHTTP2Stream]=true;
++session[kOpenStreams];
stream.on(`response`,headers=>{
const{[HTTP2_HEADER_STATUS]:statusCode,...realHeaders}=headers;
try{
request.onUpgrade(statusCode,parseH2Headers(realHeaders),stream)}catch(err){
abort(err);
return}
completeRequest(client,request)});
stream.on(`error`,abort);
stream.once(`close`,()=>{
session[kOpenStreams]-=1;
if(session[kOpenStreams]===0)session.unref()});
stream.setTimeout(headersTimeout);
return true}
headers[HTTP2_HEADER_PATH]=path;
headers[HTTP2_HEADER_SCHEME]=protocol===`http:`?`http`:`https`;
const expectsPayload=method===`PUT`||method===`POST`||method===`PATCH`;
if(body&&typeof body.read===`function`)body.read(0);
let contentLength=util.bodyLength(body);
if(util.isFormDataLike(body)){
extractBody??=require_body().extractBody;
const[bodyStream,contentType]=extractBody(body);
headers[`content-type`]=contentType;
body=bodyStream.stream;
contentLength=bodyStream.length}
if(contentLength==null)contentLength=request.contentLength;
if(!expectsPayload)contentLength=null;
if(shouldSendContentLength(method)&&contentLength>0&&request.contentLength!=null&&request.contentLength!==contentLength){
if(client[kStrictContentLength]){
util.errorRequest(client,request,new RequestContentLengthMismatchError);
return false}
process.emitWarning(new RequestContentLengthMismatchError)}
if(contentLength!=null){
assert(body||contentLength===0,`no body must not have content length`);
headers[HTTP2_HEADER_CONTENT_LENGTH]=`${contentLength}`}
session.ref();
if(channels.sendHeaders.hasSubscribers){
let header=``;
for(const key in headers)header+=`${key}: ${headers[key]}\r\n`;
channels.sendHeaders.publish({request,headers:header,socket:session[kSocket]})}
const shouldEndStream=method===`GET`||method===`HEAD`||body===null;
if(expectContinue){
headers[HTTP2_HEADER_EXPECT]=`100-continue`;
stream=session.request(headers,{endStream:shouldEndStream,signal});
stream[kHTTP2Stream]=true;
stream.once(`continue`,writeBodyH2)}else{
stream=session.request(headers,{endStream:shouldEndStream,signal});
stream[kHTTP2Stream]=true;
writeBodyH2()}
++session[kOpenStreams];
stream.setTimeout(headersTimeout);
let responseReceived=false;
stream.once(`response`,headers=>{
const{[HTTP2_HEADER_STATUS]:statusCode,...realHeaders}=headers;
request.onResponseStarted();
responseReceived=true;
stream.setTimeout(bodyTimeout);
if(request.aborted){
stream.removeAllListeners(`data`);
return}
if(request.onHeaders(Number(statusCode),parseH2Headers(realHeaders),stream.resume.bind(stream),``)===false)stream.pause();
stream.on(`data`,chunk=>{
if(request.aborted||request.completed)return;
if(request.onData(chunk)===false)stream.pause()})});
stream.once(`end`,()=>{
stream.removeAllListeners(`data`);
if(responseReceived){
if(!request.aborted&&!request.completed)request.onComplete({});
completeRequest(client,request);
client[kResume]()}else{
abort(new InformationalError(`HTTP/2: stream half-closed (remote)`));
completeRequest(client,request,true);
client[kResume]()}});
stream.once(`close`,()=>{
stream.removeAllListeners(`data`);
session[kOpenStreams]-=1;
if(session[kOpenStreams]===0)session.unref();
if(!request.aborted&&!request.completed)abort(new InformationalError(`HTTP/2: stream closed before the response was complete`))});
stream.once(`error`,function(err){
stream.removeAllListeners(`data`);
abort(err)});
stream.once(`frameError`,(type,code)=>{
stream.removeAllListeners(`data`);
abort(new InformationalError(`HTTP/2: "frameError" received - type ${type}, code ${code}`))});
stream.on(`aborted`,()=>{
stream.removeAllListeners(`data`)});
stream.on(`timeout`,()=>{
const err=responseReceived?new BodyTimeoutError(`HTTP/2: "body timeout after ${bodyTimeout}"`):new HeadersTimeoutError(`HTTP/2: "headers timeout after ${headersTimeout}"`);
stream.removeAllListeners(`data`);
session[kOpenStreams]-=1;
if(session[kOpenStreams]===0)session.unref();
abort(err)});
stream.once(`trailers`,trailers=>{
if(request.aborted||request.completed)return;
stream.removeAllListeners(`data`);
request.onComplete(trailers)});
return true;
function writeBodyH2(){
if(!body||contentLength===0)writeBuffer(abort,stream,null,client,request,client[kSocket],contentLength,expectsPayload);else if(util.isBuffer(body))writeBuffer(abort,stream,body,client,request,client[kSocket],contentLength,expectsPayload);else if(util.isBlobLike(body)){
if(typeof body.stream===`function`)writeIterable(abort,stream,body.stream(),client,request,client[kSocket],contentLength,expectsPayload);else writeBlob(abort,stream,body,client,request,client[kSocket],contentLength,expectsPayload)}else if(util.isStream(body))writeStream(abort,client[kSocket],expectsPayload,stream,body,client,request,contentLength);else if(util.isIterable(body))writeIterable(abort,stream,body,client,request,client[kSocket],contentLength,expectsPayload);else assert(false)}}
function writeBuffer(abort,h2stream,body,client,request,socket,contentLength,expectsPayload){
try{
if(body!=null&&util.isBuffer(body)){
assert(contentLength===body.byteLength,`buffer body must have content length`);
h2stream.cork();
h2stream.write(body);
h2stream.uncork();
h2stream.end();
request.onBodySent(body)}
if(!expectsPayload)socket[kReset]=true;
request.onRequestSent();
client[kResume]()}catch(error){
abort(error)}}
function writeStream(abort,socket,expectsPayload,h2stream,body,client,request,contentLength){
assert(contentLength!==0||client[kRunning]===0,`stream body cannot be pipelined`);
const pipe=pipeline(body,h2stream,err=>{
if(err){
util.destroy(pipe,err);
abort(err)}else{
util.removeAllListeners(pipe);
request.onRequestSent();
if(!expectsPayload)socket[kReset]=true;
client[kResume]()}});
util.addListener(pipe,`data`,onPipeData);
function onPipeData(chunk){
request.onBodySent(chunk)}}
async function writeBlob(abort,h2stream,body,client,request,socket,contentLength,expectsPayload){
assert(contentLength===body.size,`blob body must have content length`);
try{
if(contentLength!=null&&contentLength!==body.size)throw new RequestContentLengthMismatchError;
const buffer=Buffer.from(await body.arrayBuffer());
h2stream.cork();
h2stream.write(buffer);
h2stream.uncork();
h2stream.end();
request.onBodySent(buffer);
request.onRequestSent();
if(!expectsPayload)socket[kReset]=true;
client[kResume]()}catch(err){
abort(err)}}
async function writeIterable(abort,h2stream,body,client,request,socket,contentLength,expectsPayload){
assert(contentLength!==0||client[kRunning]===0,`iterator body cannot be pipelined`);
let callback=null;
function onDrain(){
if(callback){
const cb=callback;
callback=null;
cb()}}
const waitForDrain=()=>new Promise((resolve,reject)=>{
assert(callback===null);
if(socket[kError])reject(socket[kError]);else callback=resolve});
h2stream.on(`close`,onDrain).on(`drain`,onDrain);
try{
for await(const chunk of body){
if(socket[kError])throw socket[kError];
const res=h2stream.write(chunk);
request.onBodySent(chunk);
if(!res)await waitForDrain()}
h2stream.end();
request.onRequestSent();
if(!expectsPayload)socket[kReset]=true;
client[kResume]()}catch(err){
abort(err)}finally{
h2stream.off(`close`,onDrain).off(`drain`,onDrain)}}
module.exports=connectH2}));
var require_client=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const net=__require(`node:net`);
const http=__require(`node:http`);
const util=require_util$1();
const{ClientStats}=require_stats();
const{channels}=require_diagnostics();
const Request=require_request();
const DispatcherBase=require_dispatcher_base();
const{InvalidArgumentError,InformationalError,ClientDestroyedError}=require_errors();
const buildConnector=require_connect();
const{kUrl,kServerName,kClient,kBusy,kConnect,kResuming,kRunning,kPending,kSize,kQueue,kConnected,kConnecting,kNeedDrain,kKeepAliveDefaultTimeout,kHostHeader,kPendingIdx,kRunningIdx,kError,kPipelining,kKeepAliveTimeoutValue,kMaxHeadersSize,kKeepAliveMaxTimeout,kKeepAliveTimeoutThreshold,kHeadersTimeout,kBodyTimeout,kStrictContentLength,kConnector,kMaxRequests,kCounter,kClose,kDestroy,kDispatch,kLocalAddress,kMaxResponseSize,kOnError,kHTTPContext,kMaxConcurrentStreams,kHTTP2InitialWindowSize,kHTTP2ConnectionWindowSize,kResume,kPingInterval}=require_symbols();
const connectH1=require_client_h1();
const connectH2=require_client_h2();
const kClosedResolve=Symbol(`kClosedResolve`);
const getDefaultNodeMaxHeaderSize=http&&http.maxHeaderSize&&Number.isInteger(http.maxHeaderSize)&&http.maxHeaderSize>0?()=>http.maxHeaderSize:()=>{
throw new InvalidArgumentError(`http module not available or http.maxHeaderSize invalid`)};
const noop=()=>{};
function getPipelining(client){
return client[kPipelining]??client[kHTTPContext]?.defaultPipelining??1}
var Client=class extends DispatcherBase{constructor(url,{maxHeaderSize,headersTimeout,socketTimeout,requestTimeout,connectTimeout,bodyTimeout,idleTimeout,keepAlive,keepAliveTimeout,maxKeepAliveTimeout,keepAliveMaxTimeout,keepAliveTimeoutThreshold,socketPath,pipelining,tls,strictContentLength,maxCachedSessions,connect,maxRequestsPerClient,localAddress,maxResponseSize,autoSelectFamily,autoSelectFamilyAttemptTimeout,maxConcurrentStreams,allowH2,useH2c,initialWindowSize,connectionWindowSize,pingInterval,webSocket,eventSource}={}){
if(keepAlive!==void 0)throw new InvalidArgumentError(`unsupported keepAlive, use pipelining=0 instead`);
if(socketTimeout!==void 0)throw new InvalidArgumentError(`unsupported socketTimeout, use headersTimeout & bodyTimeout instead`);
if(requestTimeout!==void 0)throw new InvalidArgumentError(`unsupported requestTimeout, use headersTimeout & bodyTimeout instead`);
if(idleTimeout!==void 0)throw new InvalidArgumentError(`unsupported idleTimeout, use keepAliveTimeout instead`);
if(maxKeepAliveTimeout!==void 0)throw new InvalidArgumentError(`unsupported maxKeepAliveTimeout, use keepAliveMaxTimeout instead`);
if(maxHeaderSize!=null){
if(!Number.isInteger(maxHeaderSize)||maxHeaderSize<1)throw new InvalidArgumentError(`invalid maxHeaderSize`)}else maxHeaderSize=getDefaultNodeMaxHeaderSize();
if(socketPath!=null&&typeof socketPath!==`string`)throw new InvalidArgumentError(`invalid socketPath`);
if(connectTimeout!=null&&(!Number.isFinite(connectTimeout)||connectTimeout<0))throw new InvalidArgumentError(`invalid connectTimeout`);
if(keepAliveTimeout!=null&&(!Number.isFinite(keepAliveTimeout)||keepAliveTimeout<=0))throw new InvalidArgumentError(`invalid keepAliveTimeout`);
if(keepAliveMaxTimeout!=null&&(!Number.isFinite(keepAliveMaxTimeout)||keepAliveMaxTimeout<=0))throw new InvalidArgumentError(`invalid keepAliveMaxTimeout`);
if(keepAliveTimeoutThreshold!=null&&!Number.isFinite(keepAliveTimeoutThreshold))throw new InvalidArgumentError(`invalid keepAliveTimeoutThreshold`);
if(headersTimeout!=null&&(!Number.isInteger(headersTimeout)||headersTimeout<0))throw new InvalidArgumentError(`headersTimeout must be a positive integer or zero`);
if(bodyTimeout!=null&&(!Number.isInteger(bodyTimeout)||bodyTimeout<0))throw new InvalidArgumentError(`bodyTimeout must be a positive integer or zero`);
if(connect!=null&&typeof connect!==`function`&&typeof connect!==`object`)throw new InvalidArgumentError(`connect must be a function or an object`);
if(maxRequestsPerClient!=null&&(!Number.isInteger(maxRequestsPerClient)||maxRequestsPerClient<0))throw new InvalidArgumentError(`maxRequestsPerClient must be a positive number`);
if(localAddress!=null&&(typeof localAddress!==`string`||net.isIP(localAddress)===0))throw new InvalidArgumentError(`localAddress must be valid string IP address`);
if(maxResponseSize!=null&&(!Number.isInteger(maxResponseSize)||maxResponseSize<-1))throw new InvalidArgumentError(`maxResponseSize must be a positive number`);
if(autoSelectFamilyAttemptTimeout!=null&&(!Number.isInteger(autoSelectFamilyAttemptTimeout)||autoSelectFamilyAttemptTimeout<-1))throw new InvalidArgumentError(`autoSelectFamilyAttemptTimeout must be a positive number`);
if(allowH2!=null&&typeof allowH2!==`boolean`)throw new InvalidArgumentError(`allowH2 must be a valid boolean value`);
if(maxConcurrentStreams!=null&&(typeof maxConcurrentStreams!==`number`||maxConcurrentStreams<1))throw new InvalidArgumentError(`maxConcurrentStreams must be a positive integer, greater than 0`);
if(useH2c!=null&&typeof useH2c!==`boolean`)throw new InvalidArgumentError(`useH2c must be a valid boolean value`);
if(initialWindowSize!=null&&(!Number.isInteger(initialWindowSize)||initialWindowSize<1))throw new InvalidArgumentError(`initialWindowSize must be a positive integer, greater than 0`);
if(connectionWindowSize!=null&&(!Number.isInteger(connectionWindowSize)||connectionWindowSize<1))throw new InvalidArgumentError(`connectionWindowSize must be a positive integer, greater than 0`);
if(pingInterval!=null&&(typeof pingInterval!==`number`||!Number.isInteger(pingInterval)||pingInterval<0))throw new InvalidArgumentError(`pingInterval must be a positive integer, greater or equal to 0`);
super({webSocket,eventSource});
if(typeof connect!==`function`)connect=buildConnector({...tls,maxCachedSessions,allowH2,useH2c,socketPath,timeout:connectTimeout,...typeof autoSelectFamily===`boolean`?{autoSelectFamily,autoSelectFamilyAttemptTimeout}:void 0,...connect});else{
const customConnect=connect;
connect=(opts,callback)=>customConnect({...opts,...socketPath!=null?{socketPath}:null,...allowH2!=null?{allowH2}:null},callback)}
this[kUrl]=util.parseOrigin(url);
this[kConnector]=connect;
this[kPipelining]=pipelining!=null?pipelining:1;
this[kMaxHeadersSize]=maxHeaderSize;
this[kKeepAliveDefaultTimeout]=keepAliveTimeout==null?4e3:keepAliveTimeout;
this[kKeepAliveMaxTimeout]=keepAliveMaxTimeout==null?6e5:keepAliveMaxTimeout;
this[kKeepAliveTimeoutThreshold]=keepAliveTimeoutThreshold==null?2e3:keepAliveTimeoutThreshold;
this[kKeepAliveTimeoutValue]=this[kKeepAliveDefaultTimeout];
this[kServerName]=null;
this[kLocalAddress]=localAddress!=null?localAddress:null;
this[kResuming]=0;
this[kNeedDrain]=0;
this[kHostHeader]=`host: ${this[kUrl].hostname}${this[kUrl].port?`:${this[kUrl].port}`:``}\r\n`;
this[kBodyTimeout]=bodyTimeout!=null?bodyTimeout:3e5;
this[kHeadersTimeout]=headersTimeout!=null?headersTimeout:3e5;
this[kStrictContentLength]=strictContentLength==null?true:strictContentLength;
this[kMaxRequests]=maxRequestsPerClient;
this[kClosedResolve]=null;
this[kMaxResponseSize]=maxResponseSize>-1?maxResponseSize:-1;
this[kHTTPContext]=null;
this[kMaxConcurrentStreams]=maxConcurrentStreams!=null?maxConcurrentStreams:100;
this[kHTTP2InitialWindowSize]=initialWindowSize!=null?initialWindowSize:262144;
this[kHTTP2ConnectionWindowSize]=connectionWindowSize!=null?connectionWindowSize:524288;
this[kPingInterval]=pingInterval!=null?pingInterval:6e4;
this[kQueue]=[];
this[kRunningIdx]=0;
this[kPendingIdx]=0;
this[kResume]=sync=>resume(this,sync);
this[kOnError]=err=>onError(this,err)}get pipelining(){
return this[kPipelining]}set pipelining(value){
this[kPipelining]=value;
this[kResume](true)}get stats(){
return new ClientStats(this)}get[kPending](){
return this[kQueue].length-this[kPendingIdx]}get[kRunning](){
return this[kPendingIdx]-this[kRunningIdx]}get[kSize](){
return this[kQueue].length-this[kRunningIdx]}get[kConnected](){
return!!this[kHTTPContext]&&!this[kConnecting]&&!this[kHTTPContext].destroyed}get[kBusy](){
return Boolean(this[kHTTPContext]?.busy(null)||this[kSize]>=(getPipelining(this)||1)||this[kPending]>0)}[kConnect](cb){
connect(this);
this.once(`connect`,cb)}[kDispatch](opts,handler){
const request=new Request(this[kUrl].origin,opts,handler);
this[kQueue].push(request);
if(this[kResuming]){}else if(util.bodyLength(request.body)==null&&util.isIterable(request.body)){
this[kResuming]=1;
queueMicrotask(()=>resume(this))}else this[kResume](true);
if(this[kResuming]&&this[kNeedDrain]!==2&&this[kBusy])this[kNeedDrain]=2;
return this[kNeedDrain]<2}[kClose](){
return new Promise(resolve=>{
if(this[kSize])this[kClosedResolve]=resolve;else resolve(null)})}[kDestroy](err){
return new Promise(resolve=>{
const requests=this[kQueue].splice(this[kPendingIdx]);
for(let i=0;i<requests.length;i++){
const request=requests[i];
if(request!=null)util.errorRequest(this,request,err)}
const callback=()=>{
if(this[kClosedResolve]){
this[kClosedResolve]();
this[kClosedResolve]=null}
resolve(null)};
if(this[kHTTPContext]){
this[kHTTPContext].destroy(err,callback);
this[kHTTPContext]=null}else queueMicrotask(callback);
this[kResume]()})}};
function onError(client,err){
if(client[kRunning]===0&&err.code!==`UND_ERR_INFO`&&err.code!==`UND_ERR_SOCKET`){
assert(client[kPendingIdx]===client[kRunningIdx]);
const requests=client[kQueue].splice(client[kRunningIdx]);
for(let i=0;i<requests.length;i++){
const request=requests[i];
if(request!=null)util.errorRequest(client,request,err)}
assert(client[kSize]===0)}}
function connect(client){
assert(!client[kConnecting]);
assert(!client[kHTTPContext]);
let{host,hostname,protocol,port}=client[kUrl];
if(hostname[0]===`[`){
const idx=hostname.indexOf(`]`);
assert(idx!==-1);
const ip=hostname.substring(1,idx);
assert(net.isIPv6(ip));
hostname=ip}
client[kConnecting]=true;
if(channels.beforeConnect.hasSubscribers)channels.beforeConnect.publish({connectParams:{host,hostname,protocol,port,version:client[kHTTPContext]?.version,servername:client[kServerName],localAddress:client[kLocalAddress]},connector:client[kConnector]});
try{
client[kConnector]({host,hostname,protocol,port,servername:client[kServerName],localAddress:client[kLocalAddress]},(err,socket)=>{
if(err){
handleConnectError(client,err,{host,hostname,protocol,port});
client[kResume]();
return}
if(client.destroyed){
util.destroy(socket.on(`error`,noop),new ClientDestroyedError);
client[kResume]();
return}
assert(socket);
try{
client[kHTTPContext]=socket.alpnProtocol===`h2`?connectH2(client,socket):connectH1(client,socket)}catch(err){
socket.destroy().on(`error`,noop);
handleConnectError(client,err,{host,hostname,protocol,port});
client[kResume]();
return}
client[kConnecting]=false;
socket[kCounter]=0;
socket[kMaxRequests]=client[kMaxRequests];
socket[kClient]=client;
socket[kError]=null;
if(channels.connected.hasSubscribers)channels.connected.publish({connectParams:{host,hostname,protocol,port,version:client[kHTTPContext]?.version,servername:client[kServerName],localAddress:client[kLocalAddress]},connector:client[kConnector],socket});
client.emit(`connect`,client[kUrl],[client]);
client[kResume]()})}catch(err){
handleConnectError(client,err,{host,hostname,protocol,port});
client[kResume]()}}
function handleConnectError(client,err,{host,hostname,protocol,port}){
if(client.destroyed)return;
client[kConnecting]=false;
if(channels.connectError.hasSubscribers)channels.connectError.publish({connectParams:{host,hostname,protocol,port,version:client[kHTTPContext]?.version,servername:client[kServerName],localAddress:client[kLocalAddress]},connector:client[kConnector],error:err});
if(err.code===`ERR_TLS_CERT_ALTNAME_INVALID`){
assert(client[kRunning]===0);
while(client[kPending]>0&&client[kQueue][client[kPendingIdx]].servername===client[kServerName]){
const request=client[kQueue][client[kPendingIdx]++];
util.errorRequest(client,request,err)}}else onError(client,err);
client.emit(`connectionError`,client[kUrl],[client],err)}
function emitDrain(client){
client[kNeedDrain]=0;
client.emit(`drain`,client[kUrl],[client])}
function resume(client,sync){
if(client[kResuming]===2)return;
client[kResuming]=2;
_resume(client,sync);
client[kResuming]=0;
if(client[kRunningIdx]>256){
client[kQueue].splice(0,client[kRunningIdx]);
client[kPendingIdx]-=client[kRunningIdx];
client[kRunningIdx]=0}}
function _resume(client,sync){
while(true){
if(client.destroyed){
assert(client[kPending]===0);
return}
if(client[kClosedResolve]&&!client[kSize]){
client[kClosedResolve]();
client[kClosedResolve]=null;
return}
if(client[kHTTPContext])client[kHTTPContext].resume();
if(client[kBusy])client[kNeedDrain]=2;else if(client[kNeedDrain]===2){
if(sync){
client[kNeedDrain]=1;
queueMicrotask(()=>emitDrain(client))}else emitDrain(client);
continue}
if(client[kPending]===0)return;
if(client[kRunning]>=(getPipelining(client)||1))return;
const request=client[kQueue][client[kPendingIdx]];
if(request===null)return;
if(client[kUrl].protocol===`https:`&&client[kServerName]!==request.servername){
if(client[kRunning]>0)return;
client[kServerName]=request.servername;
client[kHTTPContext]?.destroy(new InformationalError(`servername changed`),()=>{
client[kHTTPContext]=null;
resume(client)})}
if(client[kConnecting])return;
if(!client[kHTTPContext]){
connect(client);
return}
if(client[kHTTPContext].destroyed)return;
if(client[kHTTPContext].busy(request))return;
if(!request.aborted&&client[kHTTPContext].write(request))client[kPendingIdx]++;else client[kQueue].splice(client[kPendingIdx],1)}}
module.exports=Client}));
var require_pool=__commonJSMin(((exports,module)=>{
const{PoolBase,kClients,kNeedDrain,kAddClient,kGetDispatcher,kRemoveClient}=require_pool_base();
const Client=require_client();
const{InvalidArgumentError}=require_errors();
const util=require_util$1();
const{kUrl}=require_symbols();
const buildConnector=require_connect();
const kOptions=Symbol(`options`);
const kConnections=Symbol(`connections`);
const kFactory=Symbol(`factory`);
function defaultFactory(origin,opts){
return new Client(origin,opts)}
var Pool=class extends PoolBase{constructor(origin,{connections,factory=defaultFactory,connect,connectTimeout,tls,maxCachedSessions,socketPath,autoSelectFamily,autoSelectFamilyAttemptTimeout,allowH2,clientTtl,...options}={}){
if(connections!=null&&(!Number.isFinite(connections)||connections<0))throw new InvalidArgumentError(`invalid connections`);
if(typeof factory!==`function`)throw new InvalidArgumentError(`factory must be a function.`);
if(connect!=null&&typeof connect!==`function`&&typeof connect!==`object`)throw new InvalidArgumentError(`connect must be a function or an object`);
if(typeof connect!==`function`)connect=buildConnector({...tls,maxCachedSessions,allowH2,socketPath,timeout:connectTimeout,...typeof autoSelectFamily===`boolean`?{autoSelectFamily,autoSelectFamilyAttemptTimeout}:void 0,...connect});
super(options);
this[kConnections]=connections||null;
this[kUrl]=util.parseOrigin(origin);
this[kOptions]={...util.deepClone(options),connect,allowH2,clientTtl,socketPath};
this[kOptions].interceptors=options.interceptors?{...options.interceptors}:void 0;
this[kFactory]=factory;
this.on(`connect`,(origin,targets)=>{
if(clientTtl!=null&&clientTtl>0)for(const target of targets)Object.assign(target,{ttl:Date.now()})});
this.on(`connectionError`,(origin,targets,error)=>{
for(const target of targets){
const idx=this[kClients].indexOf(target);
if(idx!==-1)this[kClients].splice(idx,1)}})}[kGetDispatcher](){
const clientTtlOption=this[kOptions].clientTtl;
for(const client of this[kClients])if(clientTtlOption!=null&&clientTtlOption>0&&client.ttl&&Date.now()-client.ttl>clientTtlOption)this[kRemoveClient](client);else if(!client[kNeedDrain])return client;
if(!this[kConnections]||this[kClients].length<this[kConnections]){
const dispatcher=this[kFactory](this[kUrl],this[kOptions]);
this[kAddClient](dispatcher);
return dispatcher}}};
module.exports=Pool}));
var require_agent=__commonJSMin(((exports,module)=>{
const{InvalidArgumentError,MaxOriginsReachedError}=require_errors();
const{kClients,kRunning,kClose,kDestroy,kDispatch,kUrl}=require_symbols();
const DispatcherBase=require_dispatcher_base();
const Pool=require_pool();
const Client=require_client();
const util=require_util$1();
const kOnConnect=Symbol(`onConnect`);
const kOnDisconnect=Symbol(`onDisconnect`);
const kOnConnectionError=Symbol(`onConnectionError`);
const kOnDrain=Symbol(`onDrain`);
const kFactory=Symbol(`factory`);
const kOptions=Symbol(`options`);
const kOrigins=Symbol(`origins`);
function defaultFactory(origin,opts){
return opts&&opts.connections===1?new Client(origin,opts):new Pool(origin,opts)}
var Agent=class extends DispatcherBase{constructor({factory=defaultFactory,maxOrigins=Infinity,connect,tls,...options}={}){
if(typeof factory!==`function`)throw new InvalidArgumentError(`factory must be a function.`);
if(connect!=null&&typeof connect!==`function`&&typeof connect!==`object`)throw new InvalidArgumentError(`connect must be a function or an object`);
if(typeof maxOrigins!==`number`||Number.isNaN(maxOrigins)||maxOrigins<=0)throw new InvalidArgumentError(`maxOrigins must be a number greater than 0`);
super(options);
if(connect&&typeof connect!==`function`)connect={...connect};
if(tls&&typeof tls!==`function`)tls={...tls};
this[kOptions]={...util.deepClone(options),maxOrigins,connect,tls};
this[kFactory]=factory;
this[kClients]=new Map;
this[kOrigins]=new Set;
this[kOnDrain]=(origin,targets)=>{
this.emit(`drain`,origin,[this,...targets])};
this[kOnConnect]=(origin,targets)=>{
this.emit(`connect`,origin,[this,...targets])};
this[kOnDisconnect]=(origin,targets,err)=>{
this.emit(`disconnect`,origin,[this,...targets],err)};
this[kOnConnectionError]=(origin,targets,err)=>{
this.emit(`connectionError`,origin,[this,...targets],err)}}get[kRunning](){
let ret=0;
for(const{dispatcher}of this[kClients].values())ret+=dispatcher[kRunning];
return ret}[kDispatch](opts,handler){
let key;
if(opts.origin&&(typeof opts.origin===`string`||opts.origin instanceof URL))key=String(opts.origin);else throw new InvalidArgumentError(`opts.origin must be a non-empty string or URL.`);
if(this[kOrigins].size>=this[kOptions].maxOrigins&&!this[kOrigins].has(key))throw new MaxOriginsReachedError;
const result=this[kClients].get(key);
let dispatcher=result&&result.dispatcher;
if(!dispatcher){
const closeClientIfUnused=connected=>{
const result=this[kClients].get(key);
if(result){
if(connected)result.count-=1;
if(result.count<=0){
this[kClients].delete(key);
if(!result.dispatcher.destroyed)result.dispatcher.close()}
this[kOrigins].delete(key)}};
dispatcher=this[kFactory](opts.origin,this[kOptions]).on(`drain`,this[kOnDrain]).on(`connect`,(origin,targets)=>{
const result=this[kClients].get(key);
if(result)result.count+=1;
this[kOnConnect](origin,targets)}).on(`disconnect`,(origin,targets,err)=>{
closeClientIfUnused(true);
this[kOnDisconnect](origin,targets,err)}).on(`connectionError`,(origin,targets,err)=>{
closeClientIfUnused(false);
this[kOnConnectionError](origin,targets,err)});
this[kClients].set(key,{count:0,dispatcher});
this[kOrigins].add(key)}
return dispatcher.dispatch(opts,handler)}[kClose](){
const closePromises=[];
for(const{dispatcher}of this[kClients].values())closePromises.push(dispatcher.close());
this[kClients].clear();
return Promise.all(closePromises)}[kDestroy](err){
const destroyPromises=[];
for(const{dispatcher}of this[kClients].values())destroyPromises.push(dispatcher.destroy(err));
this[kClients].clear();
return Promise.all(destroyPromises)}get stats(){
const allClientStats={};
for(const{dispatcher}of this[kClients].values())if(dispatcher.stats)allClientStats[dispatcher[kUrl].origin]=dispatcher.stats;
return allClientStats}};
module.exports=Agent}));
var require_socks5_utils=__commonJSMin(((exports,module)=>{
const{Buffer}=__require(`node:buffer`);
const net=__require(`node:net`);
const{InvalidArgumentError}=require_errors();
function parseAddress(address){
if(net.isIPv4(address)){
const parts=address.split(`.`).map(Number);
return{type:1,buffer:Buffer.from(parts)}}
if(net.isIPv6(address))return{type:4,buffer:parseIPv6(address)};
const domainBuffer=Buffer.from(address,`utf8`);
if(domainBuffer.length>255)throw new InvalidArgumentError(`Domain name too long (max 255 bytes)`);
return{type:3,buffer:Buffer.concat([Buffer.from([domainBuffer.length]),domainBuffer])}}
function parseIPv6(address){
const buffer=Buffer.alloc(16);
let normalizedAddress=address;
if(address.includes(`.`)){
const lastColonIndex=address.lastIndexOf(`:`);
const ipv4Part=address.slice(lastColonIndex+1);
if(net.isIPv4(ipv4Part)){
const octets=ipv4Part.split(`.`).map(Number);
const high=(octets[0]<<8|octets[1]).toString(16);
const low=(octets[2]<<8|octets[3]).toString(16);
normalizedAddress=`${address.slice(0,lastColonIndex)}:${high}:${low}`}}
const doubleColonIndex=normalizedAddress.indexOf(`::`);
if(doubleColonIndex!==-1){
const before=normalizedAddress.slice(0,doubleColonIndex);
const after=normalizedAddress.slice(doubleColonIndex+2);
const beforeParts=before===``?[]:before.split(`:`);
const afterParts=after===``?[]:after.split(`:`);
let bufferIndex=0;
for(const part of beforeParts){
buffer.writeUInt16BE(parseInt(part,16),bufferIndex);
bufferIndex+=2}
bufferIndex=16-afterParts.length*2;
for(const part of afterParts){
buffer.writeUInt16BE(parseInt(part,16),bufferIndex);
bufferIndex+=2}}else{
const parts=normalizedAddress.split(`:`);
for(let i=0;i<parts.length;i++)buffer.writeUInt16BE(parseInt(parts[i],16),i*2)}
return buffer}
function buildAddressBuffer(type,addressBuffer,port){
const portBuffer=Buffer.allocUnsafe(2);
portBuffer.writeUInt16BE(port,0);
return Buffer.concat([Buffer.from([type]),addressBuffer,portBuffer])}
function parseResponseAddress(buffer,offset=0){
if(buffer.length<offset+1)throw new InvalidArgumentError(`Buffer too small to contain address type`);
const addressType=buffer[offset];
let address;
let currentOffset=offset+1;
switch(addressType){case 1:if(buffer.length<currentOffset+6)throw new InvalidArgumentError(`Buffer too small for IPv4 address`);address=Array.from(buffer.subarray(currentOffset,currentOffset+4)).join(`.`);currentOffset+=4;break;case 3:{
if(buffer.length<currentOffset+1)throw new InvalidArgumentError(`Buffer too small for domain length`);
const domainLength=buffer[currentOffset];
currentOffset+=1;
if(buffer.length<currentOffset+domainLength+2)throw new InvalidArgumentError(`Buffer too small for domain address`);
address=buffer.subarray(currentOffset,currentOffset+domainLength).toString(`utf8`);
currentOffset+=domainLength;
break}case 4:{
if(buffer.length<currentOffset+18)throw new InvalidArgumentError(`Buffer too small for IPv6 address`);
const parts=[];
for(let i=0;i<8;i++){
const value=buffer.readUInt16BE(currentOffset+i*2);
parts.push(value.toString(16))}
address=parts.join(`:`);
currentOffset+=16;
break}default:throw new InvalidArgumentError(`Invalid address type: ${addressType}`)}
if(buffer.length<currentOffset+2)throw new InvalidArgumentError(`Buffer too small for port`);
const port=buffer.readUInt16BE(currentOffset);
currentOffset+=2;
return{address,port,bytesRead:currentOffset-offset}}
function createReplyError(replyCode){
const message={1:`General SOCKS server failure`,2:`Connection not allowed by ruleset`,3:`Network unreachable`,4:`Host unreachable`,5:`Connection refused`,6:`TTL expired`,7:`Command not supported`,8:`Address type not supported`}[replyCode]||`Unknown SOCKS5 error code: ${replyCode}`;
const error=new Error(message);
error.code=`SOCKS5_${replyCode}`;
return error}
module.exports={parseAddress,parseIPv6,buildAddressBuffer,parseResponseAddress,createReplyError}}));
var require_socks5_client=__commonJSMin(((exports,module)=>{
const{EventEmitter}=__require(`node:events`);
const{Buffer}=__require(`node:buffer`);
const{InvalidArgumentError,Socks5ProxyError}=require_errors();
const{debuglog}=__require(`node:util`);
const{parseAddress}=require_socks5_utils();
const debug=debuglog(`undici:socks5`);
const EMPTY_BUFFER=Buffer.alloc(0);
const SOCKS_VERSION=5;
const AUTH_METHODS={NO_AUTH:0,GSSAPI:1,USERNAME_PASSWORD:2,NO_ACCEPTABLE:255};
const COMMANDS={CONNECT:1,BIND:2,UDP_ASSOCIATE:3};
const ADDRESS_TYPES={IPV4:1,DOMAIN:3,IPV6:4};
const REPLY_CODES={SUCCEEDED:0,GENERAL_FAILURE:1,CONNECTION_NOT_ALLOWED:2,NETWORK_UNREACHABLE:3,HOST_UNREACHABLE:4,CONNECTION_REFUSED:5,TTL_EXPIRED:6,COMMAND_NOT_SUPPORTED:7,ADDRESS_TYPE_NOT_SUPPORTED:8};
const STATES={INITIAL:`initial`,HANDSHAKING:`handshaking`,AUTHENTICATING:`authenticating`,AUTHENTICATED:`authenticated`,CONNECTING:`connecting`,CONNECTED:`connected`,ERROR:`error`,CLOSED:`closed`};
var Socks5Client=class extends EventEmitter{constructor(socket,options={}){
super();
if(!socket)throw new InvalidArgumentError(`socket is required`);
this.socket=socket;
this.options=options;
this.state=STATES.INITIAL;
this.buffer=EMPTY_BUFFER;
this.onSocketData=this.onData.bind(this);
this.onSocketError=this.onError.bind(this);
this.onSocketClose=this.onClose.bind(this);
this.authMethods=[];
if(options.username&&options.password)this.authMethods.push(AUTH_METHODS.USERNAME_PASSWORD);
this.authMethods.push(AUTH_METHODS.NO_AUTH);
this.socket.on(`data`,this.onSocketData);
this.socket.on(`error`,this.onSocketError);
this.socket.on(`close`,this.onSocketClose)}onData(data){
debug(`received data`,data.length,`bytes in state`,this.state);
this.buffer=Buffer.concat([this.buffer,data]);
try{
switch(this.state){case STATES.HANDSHAKING:this.handleHandshakeResponse();break;case STATES.AUTHENTICATING:this.handleAuthResponse();break;case STATES.CONNECTING:this.handleConnectResponse()}}catch(err){
this.onError(err)}}onError(err){
debug(`socket error`,err);
this.state=STATES.ERROR;
this.emit(`error`,err);
this.destroy()}onClose(){
debug(`socket closed`);
this.state=STATES.CLOSED;
this.emit(`close`)}destroy(){
if(this.socket&&!this.socket.destroyed)this.socket.destroy()}markAuthenticated(){
this.state=STATES.AUTHENTICATED;
this.emit(`authenticated`)}handshake(){
if(this.state!==STATES.INITIAL)throw new InvalidArgumentError(`Handshake already started`);
debug(`starting handshake with`,this.authMethods.length,`auth methods`);
this.state=STATES.HANDSHAKING;
const request=Buffer.alloc(2+this.authMethods.length);
request[0]=SOCKS_VERSION;
request[1]=this.authMethods.length;
this.authMethods.forEach((method,i)=>{
request[2+i]=method});
this.socket.write(request)}handleHandshakeResponse(){
if(this.buffer.length<2)return;
const version=this.buffer[0];
const method=this.buffer[1];
if(version!==SOCKS_VERSION)throw new Socks5ProxyError(`Invalid SOCKS version: ${version}`,`UND_ERR_SOCKS5_VERSION`);
if(method===AUTH_METHODS.NO_ACCEPTABLE)throw new Socks5ProxyError(`No acceptable authentication method`,`UND_ERR_SOCKS5_AUTH_REJECTED`);
this.buffer=this.buffer.subarray(2);
debug(`server selected auth method`,method);
if(method===AUTH_METHODS.NO_AUTH)this.markAuthenticated();else if(method===AUTH_METHODS.USERNAME_PASSWORD){
this.state=STATES.AUTHENTICATING;
this.sendAuthRequest()}else throw new Socks5ProxyError(`Unsupported authentication method: ${method}`,`UND_ERR_SOCKS5_AUTH_METHOD`)}sendAuthRequest(){
const{username,password}=this.options;
if(!username||!password)throw new InvalidArgumentError(`Username and password required for authentication`);
debug(`sending username/password auth`);
const usernameBuffer=Buffer.from(username);
const passwordBuffer=Buffer.from(password);
if(usernameBuffer.length>255||passwordBuffer.length>255)throw new InvalidArgumentError(`Username or password too long`);
const request=Buffer.alloc(3+usernameBuffer.length+passwordBuffer.length);
request[0]=1;
request[1]=usernameBuffer.length;
usernameBuffer.copy(request,2);
request[2+usernameBuffer.length]=passwordBuffer.length;
passwordBuffer.copy(request,3+usernameBuffer.length);
this.socket.write(request)}handleAuthResponse(){
if(this.buffer.length<2)return;
const version=this.buffer[0];
const status=this.buffer[1];
if(version!==1)throw new Socks5ProxyError(`Invalid auth sub-negotiation version: ${version}`,`UND_ERR_SOCKS5_AUTH_VERSION`);
if(status!==0)throw new Socks5ProxyError(`Authentication failed`,`UND_ERR_SOCKS5_AUTH_FAILED`);
this.buffer=this.buffer.subarray(2);
debug(`authentication successful`);
this.markAuthenticated()}connect(address,port){
if(this.state===STATES.CONNECTING||this.state===STATES.CONNECTED)throw new InvalidArgumentError(`Connection already in progress`);
if(this.state!==STATES.AUTHENTICATED)throw new InvalidArgumentError(`Client must be authenticated before CONNECT`);
debug(`connecting to`,address,port);
this.state=STATES.CONNECTING;
const request=this.buildConnectRequest(COMMANDS.CONNECT,address,port);
this.socket.write(request)}buildConnectRequest(command,address,port){
const{type:addressType,buffer:addressBuffer}=parseAddress(address);
const request=Buffer.alloc(4+addressBuffer.length+2);
request[0]=SOCKS_VERSION;
request[1]=command;
request[2]=0;
request[3]=addressType;
addressBuffer.copy(request,4);
request.writeUInt16BE(port,4+addressBuffer.length);
return request}handleConnectResponse(){
if(this.buffer.length<4)return;
const version=this.buffer[0];
const reply=this.buffer[1];
const addressType=this.buffer[3];
if(version!==SOCKS_VERSION)throw new Socks5ProxyError(`Invalid SOCKS version in reply: ${version}`,`UND_ERR_SOCKS5_REPLY_VERSION`);
let responseLength=4;
if(addressType===ADDRESS_TYPES.IPV4)responseLength+=6;else if(addressType===ADDRESS_TYPES.DOMAIN){
if(this.buffer.length<5)return;
responseLength+=1+this.buffer[4]+2}else if(addressType===ADDRESS_TYPES.IPV6)responseLength+=18;else throw new Socks5ProxyError(`Invalid address type in reply: ${addressType}`,`UND_ERR_SOCKS5_ADDR_TYPE`);
if(this.buffer.length<responseLength)return;
if(reply!==REPLY_CODES.SUCCEEDED){
const errorMessage=this.getReplyErrorMessage(reply);
throw new Socks5ProxyError(`SOCKS5 connection failed: ${errorMessage}`,`UND_ERR_SOCKS5_REPLY_${reply}`)}
let boundAddress;
let offset=4;
if(addressType===ADDRESS_TYPES.IPV4){
boundAddress=Array.from(this.buffer.subarray(offset,offset+4)).join(`.`);
offset+=4}else if(addressType===ADDRESS_TYPES.DOMAIN){
const domainLength=this.buffer[offset];
offset+=1;
boundAddress=this.buffer.subarray(offset,offset+domainLength).toString();
offset+=domainLength}else if(addressType===ADDRESS_TYPES.IPV6){
const parts=[];
for(let i=0;i<8;i++){
const value=this.buffer.readUInt16BE(offset+i*2);
parts.push(value.toString(16))}
boundAddress=parts.join(`:`);
offset+=16}
const boundPort=this.buffer.readUInt16BE(offset);
this.buffer=EMPTY_BUFFER;
this.state=STATES.CONNECTED;
this.socket.removeListener(`data`,this.onSocketData);
debug(`connected, bound address:`,boundAddress,`port:`,boundPort);
this.emit(`connected`,{address:boundAddress,port:boundPort})}getReplyErrorMessage(reply){
switch(reply){case REPLY_CODES.GENERAL_FAILURE:return`General SOCKS server failure`;case REPLY_CODES.CONNECTION_NOT_ALLOWED:return`Connection not allowed by ruleset`;case REPLY_CODES.NETWORK_UNREACHABLE:return`Network unreachable`;case REPLY_CODES.HOST_UNREACHABLE:return`Host unreachable`;case REPLY_CODES.CONNECTION_REFUSED:return`Connection refused`;case REPLY_CODES.TTL_EXPIRED:return`TTL expired`;case REPLY_CODES.COMMAND_NOT_SUPPORTED:return`Command not supported`;case REPLY_CODES.ADDRESS_TYPE_NOT_SUPPORTED:return`Address type not supported`;default:return`Unknown error code: ${reply}`}}};
module.exports={Socks5Client,AUTH_METHODS,COMMANDS,ADDRESS_TYPES,REPLY_CODES,STATES}}));
var require_socks5_proxy_agent=__commonJSMin(((exports,module)=>{
const{URL}=__require(`node:url`);
let tls;
const DispatcherBase=require_dispatcher_base();
const{InvalidArgumentError}=require_errors();
const{Socks5Client,STATES}=require_socks5_client();
const{kDispatch,kClose,kDestroy}=require_symbols();
const Pool=require_pool();
const buildConnector=require_connect();
const{debuglog}=__require(`node:util`);
const debug=debuglog(`undici:socks5-proxy`);
const kProxyUrl=Symbol(`proxy url`);
const kProxyHeaders=Symbol(`proxy headers`);
const kProxyAuth=Symbol(`proxy auth`);
const kProxyProtocol=Symbol(`proxy protocol`);
const kPools=Symbol(`pools`);
const kConnector=Symbol(`connector`);
const kRequestTls=Symbol(`request tls settings`);
let experimentalWarningEmitted=false;
var Socks5ProxyAgent=class extends DispatcherBase{constructor(proxyUrl,options={}){
super();
if(!experimentalWarningEmitted){
process.emitWarning(`SOCKS5 proxy support is experimental and subject to change`,`ExperimentalWarning`);
experimentalWarningEmitted=true}
if(!proxyUrl)throw new InvalidArgumentError(`Proxy URL is mandatory`);
const url=typeof proxyUrl===`string`?new URL(proxyUrl):proxyUrl;
if(url.protocol!==`socks5:`&&url.protocol!==`socks:`)throw new InvalidArgumentError(`Proxy URL must use socks5:// or socks:// protocol`);
this[kProxyUrl]=url;
this[kProxyHeaders]=options.headers||{};
this[kProxyProtocol]=options.proxyTls?`https:`:`http:`;
this[kRequestTls]=options.requestTls;
this[kProxyAuth]={username:options.username||(url.username?decodeURIComponent(url.username):null),password:options.password||(url.password?decodeURIComponent(url.password):null)};
this[kConnector]=options.connect||buildConnector({...options.proxyTls,servername:options.proxyTls?.servername||url.hostname});
this[kPools]=new Map}async createSocks5Connection(targetHost,targetPort){
const proxyHost=this[kProxyUrl].hostname;
const proxyPort=parseInt(this[kProxyUrl].port)||1080;
debug(`creating SOCKS5 connection to`,proxyHost,proxyPort);
const socket=await new Promise((resolve,reject)=>{
this[kConnector]({hostname:proxyHost,host:proxyHost,port:proxyPort,protocol:this[kProxyProtocol]},(err,socket)=>{
if(err)reject(err);else resolve(socket)})});
const socks5Client=new Socks5Client(socket,this[kProxyAuth]);
socks5Client.on(`error`,err=>{
debug(`SOCKS5 error:`,err);
socket.destroy()});
await socks5Client.handshake();
await new Promise((resolve,reject)=>{
const timeout=setTimeout(()=>{
reject(new Error(`SOCKS5 authentication timeout`))},5e3);
const onAuthenticated=()=>{
clearTimeout(timeout);
socks5Client.removeListener(`error`,onError);
resolve()};
const onError=err=>{
clearTimeout(timeout);
socks5Client.removeListener(`authenticated`,onAuthenticated);
reject(err)};
if(socks5Client.state===STATES.AUTHENTICATED){
clearTimeout(timeout);
resolve()}else{
socks5Client.once(`authenticated`,onAuthenticated);
socks5Client.once(`error`,onError)}});
await socks5Client.connect(targetHost,targetPort);
await new Promise((resolve,reject)=>{
const timeout=setTimeout(()=>{
reject(new Error(`SOCKS5 connection timeout`))},5e3);
const onConnected=info=>{
debug(`SOCKS5 tunnel established to`,targetHost,targetPort,`via`,info);
clearTimeout(timeout);
socks5Client.removeListener(`error`,onError);
resolve()};
const onError=err=>{
clearTimeout(timeout);
socks5Client.removeListener(`connected`,onConnected);
reject(err)};
socks5Client.once(`connected`,onConnected);
socks5Client.once(`error`,onError)});
return socket}[kDispatch](opts,handler){
const{origin}=opts;
debug(`dispatching request to`,origin,`via SOCKS5`);
try{
const originKey=String(origin);
let pool=this[kPools].get(originKey);
if(!pool||pool.destroyed||pool.closed){
pool=new Pool(origin,{pipelining:opts.pipelining,connections:opts.connections,connect:async(connectOpts,callback)=>{
try{
const url=new URL(origin);
const targetHost=url.hostname;
const targetPort=parseInt(url.port)||(url.protocol===`https:`?443:80);
debug(`establishing SOCKS5 connection to`,targetHost,targetPort);
const socket=await this.createSocks5Connection(targetHost,targetPort);
let finalSocket=socket;
if(url.protocol===`https:`){
if(!tls)tls=__require(`node:tls`);
debug(`upgrading to TLS`);
finalSocket=tls.connect({...this[kRequestTls],socket,servername:this[kRequestTls]?.servername||targetHost});
await new Promise((resolve,reject)=>{
finalSocket.once(`secureConnect`,resolve);
finalSocket.once(`error`,reject)})}
callback(null,finalSocket)}catch(err){
debug(`SOCKS5 connection error:`,err);
callback(err)}}});
this[kPools].set(originKey,pool)}
return pool[kDispatch](opts,handler)}catch(err){
debug(`dispatch error:`,err);
if(typeof handler.onResponseError===`function`){
handler.onResponseError(null,err);
return false}else if(typeof handler.onError===`function`){
handler.onError(err);
return false}else throw err}}async[kClose](){
const closePromises=[];
for(const pool of this[kPools].values())closePromises.push(pool.close());
this[kPools].clear();
await Promise.all(closePromises)}async[kDestroy](err){
const destroyPromises=[];
for(const pool of this[kPools].values())destroyPromises.push(pool.destroy(err));
this[kPools].clear();
await Promise.all(destroyPromises)}};
module.exports=Socks5ProxyAgent}));
var require_proxy_agent=__commonJSMin(((exports,module)=>{
const{kProxy,kClose,kDestroy,kDispatch}=require_symbols();
const Agent=require_agent();
const Pool=require_pool();
const DispatcherBase=require_dispatcher_base();
const{InvalidArgumentError,RequestAbortedError,SecureProxyConnectionError}=require_errors();
const buildConnector=require_connect();
const Client=require_client();
const{channels}=require_diagnostics();
const Socks5ProxyAgent=require_socks5_proxy_agent();
const kAgent=Symbol(`proxy agent`);
const kClient=Symbol(`proxy client`);
const kProxyHeaders=Symbol(`proxy headers`);
const kRequestTls=Symbol(`request tls settings`);
const kProxyTls=Symbol(`proxy tls settings`);
const kConnectEndpoint=Symbol(`connect endpoint function`);
const kTunnelProxy=Symbol(`tunnel proxy`);
function defaultProtocolPort(protocol){
return protocol===`https:`?443:80}
function defaultFactory(origin,opts){
return new Pool(origin,opts)}
const noop=()=>{};
function defaultAgentFactory(origin,opts){
if(opts.connections===1)return new Client(origin,opts);
return new Pool(origin,opts)}
var Http1ProxyWrapper=class extends DispatcherBase{#client;constructor(proxyUrl,{headers={},connect,factory}){
if(!proxyUrl)throw new InvalidArgumentError(`Proxy URL is mandatory`);
super();
this[kProxyHeaders]=headers;
if(factory)this.#client=factory(proxyUrl,{connect});else this.#client=new Client(proxyUrl,{connect})}[kDispatch](opts,handler){
const onHeaders=handler.onHeaders;
handler.onHeaders=function(statusCode,data,resume){
if(statusCode===407){
if(typeof handler.onError===`function`)handler.onError(new InvalidArgumentError(`Proxy Authentication Required (407)`));
return}
if(onHeaders)onHeaders.call(this,statusCode,data,resume)};
const{origin,path=`/`,headers={}}=opts;
opts.path=origin+path;
if(!(`host`in headers)&&!(`Host`in headers)){
const{host}=new URL(origin);
headers.host=host}
opts.headers={...this[kProxyHeaders],...headers};
return this.#client[kDispatch](opts,handler)}[kClose](){
return this.#client.close()}[kDestroy](err){
return this.#client.destroy(err)}};
var ProxyAgent=class extends DispatcherBase{constructor(opts){
if(!opts||typeof opts===`object`&&!(opts instanceof URL)&&!opts.uri)throw new InvalidArgumentError(`Proxy uri is mandatory`);
const{clientFactory=defaultFactory}=opts;
if(typeof clientFactory!==`function`)throw new InvalidArgumentError(`Proxy opts.clientFactory must be a function.`);
const{proxyTunnel=true}=opts;
super();
const url=this.#getUrl(opts);
const{href,origin,port,protocol,username,password,hostname:proxyHostname}=url;
this[kProxy]={uri:href,protocol};
this[kRequestTls]=opts.requestTls;
this[kProxyTls]=opts.proxyTls;
this[kProxyHeaders]=opts.headers||{};
this[kTunnelProxy]=proxyTunnel;
if(opts.auth&&opts.token)throw new InvalidArgumentError(`opts.auth cannot be used in combination with opts.token`);else if(opts.auth)this[kProxyHeaders][`proxy-authorization`]=`Basic ${opts.auth}`;else if(opts.token)this[kProxyHeaders][`proxy-authorization`]=opts.token;else if(username&&password)this[kProxyHeaders][`proxy-authorization`]=`Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(`base64`)}`;
const connect=buildConnector({...opts.proxyTls});
this[kConnectEndpoint]=buildConnector({...opts.requestTls});
const agentFactory=opts.factory||defaultAgentFactory;
const factory=(origin,options)=>{
const{protocol}=new URL(origin);
if(this[kProxy].protocol===`socks5:`||this[kProxy].protocol===`socks:`)return new Socks5ProxyAgent(this[kProxy].uri,{headers:this[kProxyHeaders],connect,factory:agentFactory,username:opts.username||username,password:opts.password||password,proxyTls:opts.proxyTls,requestTls:opts.requestTls});
if(!this[kTunnelProxy]&&protocol===`http:`&&this[kProxy].protocol===`http:`)return new Http1ProxyWrapper(this[kProxy].uri,{headers:this[kProxyHeaders],connect,factory:agentFactory});
return agentFactory(origin,options)};
if(protocol===`socks5:`||protocol===`socks:`)this[kClient]=null;else this[kClient]=clientFactory(url,{connect});
this[kAgent]=new Agent({...opts,factory,connect:async(opts,callback)=>{
if(!this[kClient]){
callback(new InvalidArgumentError(`Cannot establish tunnel connection without a proxy client`));
return}
let requestedPath=opts.host;
if(!opts.port)requestedPath+=`:${defaultProtocolPort(opts.protocol)}`;
try{
const connectParams={origin,port,path:requestedPath,signal:opts.signal,headers:{...this[kProxyHeaders],host:opts.host,...opts.connections==null||opts.connections>0?{"proxy-connection":`keep-alive`}:{}},servername:this[kProxyTls]?.servername||proxyHostname};
const{socket,statusCode}=await this[kClient].connect(connectParams);
if(statusCode!==200){
socket.on(`error`,noop).destroy();
callback(new RequestAbortedError(`Proxy response (${statusCode}) !== 200 when HTTP Tunneling`));
return}
if(channels.proxyConnected.hasSubscribers)channels.proxyConnected.publish({socket,connectParams});
if(opts.protocol!==`https:`){
callback(null,socket);
return}
let servername;
if(this[kRequestTls])servername=this[kRequestTls].servername;else servername=opts.servername;
this[kConnectEndpoint]({...opts,servername,httpSocket:socket},callback)}catch(err){
if(err.code===`ERR_TLS_CERT_ALTNAME_INVALID`)callback(new SecureProxyConnectionError(err));else callback(err)}}})}dispatch(opts,handler){
const headers=buildHeaders(opts.headers);
throwIfProxyAuthIsSent(headers);
if(headers&&!(`host`in headers)&&!(`Host`in headers)){
const{host}=new URL(opts.origin);
headers.host=host}
return this[kAgent].dispatch({...opts,headers},handler)}#getUrl(opts){
if(typeof opts===`string`)return new URL(opts);else if(opts instanceof URL)return opts;else return new URL(opts.uri)}[kClose](){
const promises=[this[kAgent].close()];
if(this[kClient])promises.push(this[kClient].close());
return Promise.all(promises)}[kDestroy](){
const promises=[this[kAgent].destroy()];
if(this[kClient])promises.push(this[kClient].destroy());
return Promise.all(promises)}};
function buildHeaders(headers){
if(Array.isArray(headers)){
const headersPair={};
for(let i=0;i<headers.length;i+=2)headersPair[headers[i]]=headers[i+1];
return headersPair}
return headers}
function throwIfProxyAuthIsSent(headers){
if(headers&&Object.keys(headers).find(key=>key.toLowerCase()===`proxy-authorization`))throw new InvalidArgumentError(`Proxy-Authorization should be sent in ProxyAgent constructor`)}
module.exports=ProxyAgent}));
var require_env_http_proxy_agent=__commonJSMin(((exports,module)=>{
const DispatcherBase=require_dispatcher_base();
const{kClose,kDestroy,kClosed,kDestroyed,kDispatch,kNoProxyAgent,kHttpProxyAgent,kHttpsProxyAgent}=require_symbols();
const ProxyAgent=require_proxy_agent();
const Agent=require_agent();
const DEFAULT_PORTS={"http:":80,"https:":443};
var EnvHttpProxyAgent=class extends DispatcherBase{#noProxyValue=null;#noProxyEntries=null;#opts=null;constructor(opts={}){
super();
this.#opts=opts;
const{httpProxy,httpsProxy,noProxy,...agentOpts}=opts;
this[kNoProxyAgent]=new Agent(agentOpts);
const HTTP_PROXY=httpProxy??process.env.http_proxy??process.env.HTTP_PROXY;
if(HTTP_PROXY)this[kHttpProxyAgent]=new ProxyAgent({...agentOpts,uri:HTTP_PROXY});else this[kHttpProxyAgent]=this[kNoProxyAgent];
const HTTPS_PROXY=httpsProxy??process.env.https_proxy??process.env.HTTPS_PROXY;
if(HTTPS_PROXY)this[kHttpsProxyAgent]=new ProxyAgent({...agentOpts,uri:HTTPS_PROXY});else this[kHttpsProxyAgent]=this[kHttpProxyAgent];
this.#parseNoProxy()}[kDispatch](opts,handler){
const url=new URL(opts.origin);
return this.#getProxyAgentForUrl(url).dispatch(opts,handler)}[kClose](){
return Promise.all([this[kNoProxyAgent].close(),!this[kHttpProxyAgent][kClosed]&&this[kHttpProxyAgent].close(),!this[kHttpsProxyAgent][kClosed]&&this[kHttpsProxyAgent].close()])}[kDestroy](err){
return Promise.all([this[kNoProxyAgent].destroy(err),!this[kHttpProxyAgent][kDestroyed]&&this[kHttpProxyAgent].destroy(err),!this[kHttpsProxyAgent][kDestroyed]&&this[kHttpsProxyAgent].destroy(err)])}#getProxyAgentForUrl(url){
let{protocol,host:hostname,port}=url;
hostname=hostname.replace(/:\d*$/,``).toLowerCase();
port=Number.parseInt(port,10)||DEFAULT_PORTS[protocol]||0;
if(!this.#shouldProxy(hostname,port))return this[kNoProxyAgent];
if(protocol===`https:`)return this[kHttpsProxyAgent];
return this[kHttpProxyAgent]}#shouldProxy(hostname,port){
if(this.#noProxyChanged)this.#parseNoProxy();
if(this.#noProxyEntries.length===0)return true;
if(this.#noProxyValue===`*`)return false;
for(let i=0;i<this.#noProxyEntries.length;i++){
const entry=this.#noProxyEntries[i];
if(entry.port&&entry.port!==port)continue;
if(hostname===entry.hostname)return false;
if(hostname.slice(-(entry.hostname.length+1))===`.${entry.hostname}`)return false}
return true}#parseNoProxy(){
const noProxyValue=this.#opts.noProxy??this.#noProxyEnv;
const noProxySplit=noProxyValue.split(/[,\s]/);
const noProxyEntries=[];
for(let i=0;i<noProxySplit.length;i++){
const entry=noProxySplit[i];
if(!entry)continue;
const parsed=entry.match(/^(.+):(\d+)$/);
noProxyEntries.push({hostname:(parsed?parsed[1]:entry).replace(/^\*?\./,``).toLowerCase(),port:parsed?Number.parseInt(parsed[2],10):0})}
this.#noProxyValue=noProxyValue;
this.#noProxyEntries=noProxyEntries}get#noProxyChanged(){
if(this.#opts.noProxy!==void 0)return false;
return this.#noProxyValue!==this.#noProxyEnv}get#noProxyEnv(){
return process.env.no_proxy??process.env.NO_PROXY??``}};
module.exports=EnvHttpProxyAgent}));
var require_readable=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{Readable}=__require(`node:stream`);
const{RequestAbortedError,NotSupportedError,InvalidArgumentError,AbortError}=require_errors();
const util=require_util$1();
const{ReadableStreamFrom}=require_util$1();
const kConsume=Symbol(`kConsume`);
const kReading=Symbol(`kReading`);
const kBody=Symbol(`kBody`);
const kAbort=Symbol(`kAbort`);
const kContentType=Symbol(`kContentType`);
const kContentLength=Symbol(`kContentLength`);
const kUsed=Symbol(`kUsed`);
const kBytesRead=Symbol(`kBytesRead`);
const noop=()=>{};
var BodyReadable=class extends Readable{constructor({resume,abort,contentType=``,contentLength,highWaterMark=65536}){
super({autoDestroy:true,read:resume,highWaterMark});
this._readableState.dataEmitted=false;
this[kAbort]=abort;
this[kConsume]=null;
this[kBytesRead]=0;
this[kBody]=null;
this[kUsed]=false;
this[kContentType]=contentType;
this[kContentLength]=Number.isFinite(contentLength)?contentLength:null;
this[kReading]=false}_destroy(err,callback){
if(!err&&!this._readableState.endEmitted)err=new RequestAbortedError;
if(err)this[kAbort]();
if(!this[kUsed])setImmediate(callback,err);else callback(err)}on(event,listener){
if(event===`data`||event===`readable`){
this[kReading]=true;
this[kUsed]=true}
return super.on(event,listener)}addListener(event,listener){
return this.on(event,listener)}off(event,listener){
const ret=super.off(event,listener);
if(event===`data`||event===`readable`)this[kReading]=this.listenerCount(`data`)>0||this.listenerCount(`readable`)>0;
return ret}removeListener(event,listener){
return this.off(event,listener)}push(chunk){
if(chunk){
this[kBytesRead]+=chunk.length;
if(this[kConsume]){
consumePush(this[kConsume],chunk);
return this[kReading]?super.push(chunk):true}}
return super.push(chunk)}text(){
return consume(this,`text`)}json(){
return consume(this,`json`)}blob(){
return consume(this,`blob`)}bytes(){
return consume(this,`bytes`)}arrayBuffer(){
return consume(this,`arrayBuffer`)}async formData(){
throw new NotSupportedError}get bodyUsed(){
return util.isDisturbed(this)}get body(){
if(!this[kBody]){
this[kBody]=ReadableStreamFrom(this);
if(this[kConsume]){
this[kBody].getReader();
assert(this[kBody].locked)}}
return this[kBody]}dump(opts){
const signal=opts?.signal;
if(signal!=null&&(typeof signal!==`object`||!(`aborted`in signal)))return Promise.reject(new InvalidArgumentError(`signal must be an AbortSignal`));
const limit=opts?.limit&&Number.isFinite(opts.limit)?opts.limit:131072;
if(signal?.aborted)return Promise.reject(signal.reason??new AbortError);
if(this._readableState.closeEmitted)return Promise.resolve(null);
return new Promise((resolve,reject)=>{
if(this[kContentLength]&&this[kContentLength]>limit||this[kBytesRead]>limit)this.destroy(new AbortError);
if(signal){
const onAbort=()=>{
this.destroy(signal.reason??new AbortError)};
signal.addEventListener(`abort`,onAbort);
this.on(`close`,function(){
signal.removeEventListener(`abort`,onAbort);
if(signal.aborted)reject(signal.reason??new AbortError);else resolve(null)})}else this.on(`close`,resolve);
this.on(`error`,noop).on(`data`,()=>{
if(this[kBytesRead]>limit)this.destroy()}).resume()})}setEncoding(encoding){
if(Buffer.isEncoding(encoding))this._readableState.encoding=encoding;
return this}};
function isLocked(bodyReadable){
return bodyReadable[kBody]?.locked===true||bodyReadable[kConsume]!==null}
function isUnusable(bodyReadable){
return util.isDisturbed(bodyReadable)||isLocked(bodyReadable)}
function consume(stream,type){
assert(!stream[kConsume]);
return new Promise((resolve,reject)=>{
if(isUnusable(stream)){
const rState=stream._readableState;
if(rState.destroyed&&rState.closeEmitted===false)stream.on(`error`,reject).on(`close`,()=>{
reject(new TypeError(`unusable`))});else reject(rState.errored??new TypeError(`unusable`))}else queueMicrotask(()=>{
stream[kConsume]={type,stream,resolve,reject,length:0,body:[]};
stream.on(`error`,function(err){
consumeFinish(this[kConsume],err)}).on(`close`,function(){
if(this[kConsume].body!==null)consumeFinish(this[kConsume],new RequestAbortedError)});
consumeStart(stream[kConsume])})})}
function consumeStart(consume){
if(consume.body===null)return;
const{_readableState:state}=consume.stream;
if(state.bufferIndex){
const start=state.bufferIndex;
const end=state.buffer.length;
for(let n=start;n<end;n++)consumePush(consume,state.buffer[n])}else for(const chunk of state.buffer)consumePush(consume,chunk);
if(state.endEmitted)consumeEnd(this[kConsume],this._readableState.encoding);else consume.stream.on(`end`,function(){
consumeEnd(this[kConsume],this._readableState.encoding)});
consume.stream.resume();
while(consume.stream.read()!=null);}
function chunksDecode(chunks,length,encoding){
if(chunks.length===0||length===0)return``;
const buffer=chunks.length===1?chunks[0]:Buffer.concat(chunks,length);
const bufferLength=buffer.length;
const start=bufferLength>2&&buffer[0]===239&&buffer[1]===187&&buffer[2]===191?3:0;
if(!encoding||encoding===`utf8`||encoding===`utf-8`)return buffer.utf8Slice(start,bufferLength);else return buffer.subarray(start,bufferLength).toString(encoding)}
function chunksConcat(chunks,length){
if(chunks.length===0||length===0)return new Uint8Array(0);
if(chunks.length===1)return new Uint8Array(chunks[0]);
const buffer=new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
let offset=0;
for(let i=0;i<chunks.length;++i){
const chunk=chunks[i];
buffer.set(chunk,offset);
offset+=chunk.length}
return buffer}
function consumeEnd(consume,encoding){
const{type,body,resolve,stream,length}=consume;
try{
if(type===`text`)resolve(chunksDecode(body,length,encoding));else if(type===`json`)resolve(JSON.parse(chunksDecode(body,length,encoding)));else if(type===`arrayBuffer`)resolve(chunksConcat(body,length).buffer);else if(type===`blob`)resolve(new Blob(body,{type:stream[kContentType]}));else if(type===`bytes`)resolve(chunksConcat(body,length));
consumeFinish(consume)}catch(err){
stream.destroy(err)}}
function consumePush(consume,chunk){
consume.length+=chunk.length;
consume.body.push(chunk)}
function consumeFinish(consume,err){
if(consume.body===null)return;
if(err)consume.reject(err);else consume.resolve();
consume.type=null;
consume.stream=null;
consume.resolve=null;
consume.reject=null;
consume.length=0;
consume.body=null}
module.exports={Readable:BodyReadable,chunksDecode}}));
var require_api_request=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{AsyncResource}=__require(`node:async_hooks`);
const{Readable}=require_readable();
const{InvalidArgumentError,RequestAbortedError}=require_errors();
const util=require_util$1();
function noop(){}
var RequestHandler=class extends AsyncResource{constructor(opts,callback){
if(!opts||typeof opts!==`object`)throw new InvalidArgumentError(`invalid opts`);
const{signal,method,opaque,body,onInfo,responseHeaders,highWaterMark}=opts;
try{
if(typeof callback!==`function`)throw new InvalidArgumentError(`invalid callback`);
if(highWaterMark!=null&&(!Number.isFinite(highWaterMark)||highWaterMark<0))throw new InvalidArgumentError(`invalid highWaterMark`);
if(signal&&typeof signal.on!==`function`&&typeof signal.addEventListener!==`function`)throw new InvalidArgumentError(`signal must be an EventEmitter or EventTarget`);
if(method===`CONNECT`)throw new InvalidArgumentError(`invalid method`);
if(onInfo&&typeof onInfo!==`function`)throw new InvalidArgumentError(`invalid onInfo callback`);
super(`UNDICI_REQUEST`)}catch(err){
if(util.isStream(body))util.destroy(body.on(`error`,noop),err);
throw err}
this.method=method;
this.responseHeaders=responseHeaders||null;
this.opaque=opaque||null;
this.callback=callback;
this.res=null;
this.abort=null;
this.body=body;
this.trailers={};
this.context=null;
this.onInfo=onInfo||null;
this.highWaterMark=highWaterMark;
this.reason=null;
this.removeAbortListener=null;
if(signal?.aborted)this.reason=signal.reason??new RequestAbortedError;else if(signal)this.removeAbortListener=util.addAbortListener(signal,()=>{
this.reason=signal.reason??new RequestAbortedError;
if(this.res)util.destroy(this.res.on(`error`,noop),this.reason);else if(this.abort)this.abort(this.reason)})}onConnect(abort,context){
if(this.reason){
abort(this.reason);
return}
assert(this.callback);
this.abort=abort;
this.context=context}onHeaders(statusCode,rawHeaders,resume,statusMessage){
const{callback,opaque,abort,context,responseHeaders,highWaterMark}=this;
const headers=responseHeaders===`raw`?util.parseRawHeaders(rawHeaders):util.parseHeaders(rawHeaders);
if(statusCode<200){
if(this.onInfo)this.onInfo({statusCode,headers});
return}
const parsedHeaders=responseHeaders===`raw`?util.parseHeaders(rawHeaders):headers;
const contentType=parsedHeaders[`content-type`];
const contentLength=parsedHeaders[`content-length`];
const res=new Readable({resume,abort,contentType,contentLength:this.method!==`HEAD`&&contentLength?Number(contentLength):null,highWaterMark});
if(this.removeAbortListener){
res.on(`close`,this.removeAbortListener);
this.removeAbortListener=null}
this.callback=null;
this.res=res;
if(callback!==null)try{
this.runInAsyncScope(callback,null,null,{statusCode,statusText:statusMessage,headers,trailers:this.trailers,opaque,body:res,context})}catch(err){
this.res=null;
util.destroy(res.on(`error`,noop),err);
queueMicrotask(()=>{
throw err})}}onData(chunk){
return this.res.push(chunk)}onComplete(trailers){
util.parseHeaders(trailers,this.trailers);
this.res.push(null)}onError(err){
const{res,callback,body,opaque}=this;
if(callback){
this.callback=null;
queueMicrotask(()=>{
this.runInAsyncScope(callback,null,err,{opaque})})}
if(res){
this.res=null;
queueMicrotask(()=>{
util.destroy(res.on(`error`,noop),err)})}
if(body){
this.body=null;
if(util.isStream(body)){
body.on(`error`,noop);
util.destroy(body,err)}}
if(this.removeAbortListener){
this.removeAbortListener();
this.removeAbortListener=null}}};
function request(opts,callback){
if(callback===void 0)return new Promise((resolve,reject)=>{
request.call(this,opts,(err,data)=>{
return err?reject(err):resolve(data)})});
try{
const handler=new RequestHandler(opts,callback);
this.dispatch(opts,handler)}catch(err){
if(typeof callback!==`function`)throw err;
const opaque=opts?.opaque;
queueMicrotask(()=>callback(err,{opaque}))}}
module.exports=request;
module.exports.RequestHandler=RequestHandler}));
var require_abort_signal=__commonJSMin(((exports,module)=>{
const{addAbortListener}=require_util$1();
const{RequestAbortedError}=require_errors();
const kListener=Symbol(`kListener`);
const kSignal=Symbol(`kSignal`);
function abort(self){
if(self.abort)self.abort(self[kSignal]?.reason);else self.reason=self[kSignal]?.reason??new RequestAbortedError;
removeSignal(self)}
function addSignal(self,signal){
self.reason=null;
self[kSignal]=null;
self[kListener]=null;
if(!signal)return;
if(signal.aborted){
abort(self);
return}
self[kSignal]=signal;
self[kListener]=()=>{
abort(self)};
addAbortListener(self[kSignal],self[kListener])}
function removeSignal(self){
if(!self[kSignal])return;
if(`removeEventListener`in self[kSignal])self[kSignal].removeEventListener(`abort`,self[kListener]);else self[kSignal].removeListener(`abort`,self[kListener]);
self[kSignal]=null;
self[kListener]=null}
module.exports={addSignal,removeSignal}}));
var require_api_connect=__commonJSMin(((exports,module)=>{
const assert=__require(`node:assert`);
const{AsyncResource}=__require(`node:async_hooks`);
const{InvalidArgumentError,SocketError}=require_errors();
const util=require_util$1();
const{addSignal,removeSignal}=require_abort_signal();
var ConnectHandler=class extends AsyncResource{constructor(opts,callback){
if(!opts||typeof opts!==`object`)throw new InvalidArgumentError(`invalid opts`);
if(typeof callback!==`function`)throw new InvalidArgumentError(`invalid callback`);
const{signal,opaque,responseHeaders}=opts;
if(signal&&typeof signal.on!==`function`&&typeof signal.addEventListener!==`function`)throw new InvalidArgumentError(`signal must be an EventEmitter or EventTarget`);
super(`UNDICI_CONNECT`);
this.opaque=opaque||null;
this.responseHeaders=responseHeaders||null;
this.callback=callback;
this.abort=null;
addSignal(this,signal)}onConnect(abort,context){
if(this.reason){
abort(this.reason);
return}
assert(this.callback);
this.abort=abort;
this.context=context}onHeaders(){
throw new SocketError(`bad connect`,null)}onUpgrade(statusCode,rawHeaders,socket){
const{callback,opaque,context}=this;
removeSignal(this);
this.callback=null;
let headers=rawHeaders;
if(headers!=null)headers=this.responseHeaders===`raw`?util.parseRawHeaders(rawHeaders):util.parseHeaders(rawHeaders);
this.runInAsyncScope(callback,null,null,{statusCode,headers,socket,opaque,context})}onError(err){
const{callback,opaque}=this;
removeSignal(this);
if(callback){
this.callback=null;
queueMicrotask(()=>{
this.runInAsyncScope(callback,null,err,{opaque})})}}};
function connect(opts,callback){
if(callback===void 0)return new Promise((resolve,reject)=>{
connect.call(this,opts,(err,data)=>{
return err?reject(err):resolve(data)})});
try{
const connectHandler=new ConnectHandler(opts,callback);
const connectOptions={...opts,method:`CONNECT`};
this.dispatch(connectOptions,connectHandler)}catch(err){
if(typeof callback!==`function`)throw err;
const opaque=opts?.opaque;
queueMicrotask(()=>callback(err,{opaque}))}}
module.exports=connect}));
var small_undici_exports=__exportAll({EnvHttpProxyAgent:()=>import_env_http_proxy_agent.default,Pool:()=>import_pool.default,ProxyAgent:()=>import_proxy_agent.default,buildConnector:()=>import_connect.default,fetch:()=>fetch});
var import_dispatcher,import_pool,import_env_http_proxy_agent,import_proxy_agent,import_connect,import_api_request,import_api_connect,fetch;
var init_small_undici=__esmMin((()=>{
import_dispatcher=__toESM(require_dispatcher());
import_pool=__toESM(require_pool());
import_env_http_proxy_agent=__toESM(require_env_http_proxy_agent());
import_proxy_agent=__toESM(require_proxy_agent());
import_connect=__toESM(require_connect());
import_api_request=__toESM(require_api_request());
import_api_connect=__toESM(require_api_connect());
Object.assign(import_dispatcher.default.prototype,{request:import_api_request.default,connect:import_api_connect.default});
fetch=globalThis.fetch}));
var import_tunnel=__toESM(require_tunnel(),1);
init_small_undici();
var __awaiter$9=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
var HttpCodes;
(function(HttpCodes){
HttpCodes[HttpCodes[`OK`]=200]=`OK`;
HttpCodes[HttpCodes[`MultipleChoices`]=300]=`MultipleChoices`;
HttpCodes[HttpCodes[`MovedPermanently`]=301]=`MovedPermanently`;
HttpCodes[HttpCodes[`ResourceMoved`]=302]=`ResourceMoved`;
HttpCodes[HttpCodes[`SeeOther`]=303]=`SeeOther`;
HttpCodes[HttpCodes[`NotModified`]=304]=`NotModified`;
HttpCodes[HttpCodes[`UseProxy`]=305]=`UseProxy`;
HttpCodes[HttpCodes[`SwitchProxy`]=306]=`SwitchProxy`;
HttpCodes[HttpCodes[`TemporaryRedirect`]=307]=`TemporaryRedirect`;
HttpCodes[HttpCodes[`PermanentRedirect`]=308]=`PermanentRedirect`;
HttpCodes[HttpCodes[`BadRequest`]=400]=`BadRequest`;
HttpCodes[HttpCodes[`Unauthorized`]=401]=`Unauthorized`;
HttpCodes[HttpCodes[`PaymentRequired`]=402]=`PaymentRequired`;
HttpCodes[HttpCodes[`Forbidden`]=403]=`Forbidden`;
HttpCodes[HttpCodes[`NotFound`]=404]=`NotFound`;
HttpCodes[HttpCodes[`MethodNotAllowed`]=405]=`MethodNotAllowed`;
HttpCodes[HttpCodes[`NotAcceptable`]=406]=`NotAcceptable`;
HttpCodes[HttpCodes[`ProxyAuthenticationRequired`]=407]=`ProxyAuthenticationRequired`;
HttpCodes[HttpCodes[`RequestTimeout`]=408]=`RequestTimeout`;
HttpCodes[HttpCodes[`Conflict`]=409]=`Conflict`;
HttpCodes[HttpCodes[`Gone`]=410]=`Gone`;
HttpCodes[HttpCodes[`TooManyRequests`]=429]=`TooManyRequests`;
HttpCodes[HttpCodes[`InternalServerError`]=500]=`InternalServerError`;
HttpCodes[HttpCodes[`NotImplemented`]=501]=`NotImplemented`;
HttpCodes[HttpCodes[`BadGateway`]=502]=`BadGateway`;
HttpCodes[HttpCodes[`ServiceUnavailable`]=503]=`ServiceUnavailable`;
HttpCodes[HttpCodes[`GatewayTimeout`]=504]=`GatewayTimeout`})(HttpCodes||(HttpCodes={}));
var Headers;
(function(Headers){
Headers[`Accept`]=`accept`;
Headers[`ContentType`]=`content-type`})(Headers||(Headers={}));
var MediaTypes;
(function(MediaTypes){
MediaTypes[`ApplicationJson`]=`application/json`})(MediaTypes||(MediaTypes={}));
const HttpRedirectCodes=[HttpCodes.MovedPermanently,HttpCodes.ResourceMoved,HttpCodes.SeeOther,HttpCodes.TemporaryRedirect,HttpCodes.PermanentRedirect];
const HttpResponseRetryCodes=[HttpCodes.BadGateway,HttpCodes.ServiceUnavailable,HttpCodes.GatewayTimeout];
const RetryableHttpVerbs=[`OPTIONS`,`GET`,`DELETE`,`HEAD`];
const ExponentialBackoffCeiling=10;
const ExponentialBackoffTimeSlice=5;
var HttpClientError=class HttpClientError extends Error{constructor(message,statusCode){
super(message);
this.name=`HttpClientError`;
this.statusCode=statusCode;
Object.setPrototypeOf(this,HttpClientError.prototype)}};
var HttpClientResponse=class{constructor(message){
this.message=message}readBody(){
return __awaiter$9(this,void 0,void 0,function*(){
return new Promise(resolve=>__awaiter$9(this,void 0,void 0,function*(){
let output=Buffer.alloc(0);
this.message.on(`data`,chunk=>{
output=Buffer.concat([output,chunk])});
this.message.on(`end`,()=>{
resolve(output.toString())})}))})}readBodyBuffer(){
return __awaiter$9(this,void 0,void 0,function*(){
return new Promise(resolve=>__awaiter$9(this,void 0,void 0,function*(){
const chunks=[];
this.message.on(`data`,chunk=>{
chunks.push(chunk)});
this.message.on(`end`,()=>{
resolve(Buffer.concat(chunks))})}))})}};
var HttpClient=class{constructor(userAgent,handlers,requestOptions){
this._ignoreSslError=false;
this._allowRedirects=true;
this._allowRedirectDowngrade=false;
this._maxRedirects=50;
this._allowRetries=false;
this._maxRetries=1;
this._keepAlive=false;
this._disposed=false;
this.userAgent=this._getUserAgentWithOrchestrationId(userAgent);
this.handlers=handlers||[];
this.requestOptions=requestOptions;
if(requestOptions){
if(requestOptions.ignoreSslError!=null)this._ignoreSslError=requestOptions.ignoreSslError;
this._socketTimeout=requestOptions.socketTimeout;
if(requestOptions.allowRedirects!=null)this._allowRedirects=requestOptions.allowRedirects;
if(requestOptions.allowRedirectDowngrade!=null)this._allowRedirectDowngrade=requestOptions.allowRedirectDowngrade;
if(requestOptions.maxRedirects!=null)this._maxRedirects=Math.max(requestOptions.maxRedirects,0);
if(requestOptions.keepAlive!=null)this._keepAlive=requestOptions.keepAlive;
if(requestOptions.allowRetries!=null)this._allowRetries=requestOptions.allowRetries;
if(requestOptions.maxRetries!=null)this._maxRetries=requestOptions.maxRetries}}options(requestUrl,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`OPTIONS`,requestUrl,null,additionalHeaders||{})})}get(requestUrl,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`GET`,requestUrl,null,additionalHeaders||{})})}del(requestUrl,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`DELETE`,requestUrl,null,additionalHeaders||{})})}post(requestUrl,data,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`POST`,requestUrl,data,additionalHeaders||{})})}patch(requestUrl,data,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`PATCH`,requestUrl,data,additionalHeaders||{})})}put(requestUrl,data,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`PUT`,requestUrl,data,additionalHeaders||{})})}head(requestUrl,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(`HEAD`,requestUrl,null,additionalHeaders||{})})}sendStream(verb,requestUrl,stream,additionalHeaders){
return __awaiter$9(this,void 0,void 0,function*(){
return this.request(verb,requestUrl,stream,additionalHeaders)})}getJson(requestUrl_1){
return __awaiter$9(this,arguments,void 0,function*(requestUrl,additionalHeaders={}){
additionalHeaders[Headers.Accept]=this._getExistingOrDefaultHeader(additionalHeaders,Headers.Accept,MediaTypes.ApplicationJson);
const res=yield this.get(requestUrl,additionalHeaders);
return this._processResponse(res,this.requestOptions)})}postJson(requestUrl_1,obj_1){
return __awaiter$9(this,arguments,void 0,function*(requestUrl,obj,additionalHeaders={}){
const data=JSON.stringify(obj,null,2);
additionalHeaders[Headers.Accept]=this._getExistingOrDefaultHeader(additionalHeaders,Headers.Accept,MediaTypes.ApplicationJson);
additionalHeaders[Headers.ContentType]=this._getExistingOrDefaultContentTypeHeader(additionalHeaders,MediaTypes.ApplicationJson);
const res=yield this.post(requestUrl,data,additionalHeaders);
return this._processResponse(res,this.requestOptions)})}putJson(requestUrl_1,obj_1){
return __awaiter$9(this,arguments,void 0,function*(requestUrl,obj,additionalHeaders={}){
const data=JSON.stringify(obj,null,2);
additionalHeaders[Headers.Accept]=this._getExistingOrDefaultHeader(additionalHeaders,Headers.Accept,MediaTypes.ApplicationJson);
additionalHeaders[Headers.ContentType]=this._getExistingOrDefaultContentTypeHeader(additionalHeaders,MediaTypes.ApplicationJson);
const res=yield this.put(requestUrl,data,additionalHeaders);
return this._processResponse(res,this.requestOptions)})}patchJson(requestUrl_1,obj_1){
return __awaiter$9(this,arguments,void 0,function*(requestUrl,obj,additionalHeaders={}){
const data=JSON.stringify(obj,null,2);
additionalHeaders[Headers.Accept]=this._getExistingOrDefaultHeader(additionalHeaders,Headers.Accept,MediaTypes.ApplicationJson);
additionalHeaders[Headers.ContentType]=this._getExistingOrDefaultContentTypeHeader(additionalHeaders,MediaTypes.ApplicationJson);
const res=yield this.patch(requestUrl,data,additionalHeaders);
return this._processResponse(res,this.requestOptions)})}request(verb,requestUrl,data,headers){
return __awaiter$9(this,void 0,void 0,function*(){
if(this._disposed)throw new Error(`Client has already been disposed.`);
const parsedUrl=new URL(requestUrl);
let info=this._prepareRequest(verb,parsedUrl,headers);
const maxTries=this._allowRetries&&RetryableHttpVerbs.includes(verb)?this._maxRetries+1:1;
let numTries=0;
let response;
do{
response=yield this.requestRaw(info,data);
if(response&&response.message&&response.message.statusCode===HttpCodes.Unauthorized){
let authenticationHandler;
for(const handler of this.handlers)if(handler.canHandleAuthentication(response)){
authenticationHandler=handler;
break}
if(authenticationHandler)return authenticationHandler.handleAuthentication(this,info,data);else return response}
let redirectsRemaining=this._maxRedirects;
while(response.message.statusCode&&HttpRedirectCodes.includes(response.message.statusCode)&&this._allowRedirects&&redirectsRemaining>0){
const redirectUrl=response.message.headers[`location`];
if(!redirectUrl)break;
const parsedRedirectUrl=new URL(redirectUrl);
if(parsedUrl.protocol===`https:`&&parsedUrl.protocol!==parsedRedirectUrl.protocol&&!this._allowRedirectDowngrade)throw new Error(`Redirect from HTTPS to HTTP protocol. This downgrade is not allowed for security reasons. If you want to allow this behavior, set the allowRedirectDowngrade option to true.`);
yield response.readBody();
if(parsedRedirectUrl.hostname!==parsedUrl.hostname){
for(const header in headers)if(header.toLowerCase()===`authorization`)delete headers[header]}
info=this._prepareRequest(verb,parsedRedirectUrl,headers);
response=yield this.requestRaw(info,data);
redirectsRemaining--}
if(!response.message.statusCode||!HttpResponseRetryCodes.includes(response.message.statusCode))return response;
numTries+=1;
if(numTries<maxTries){
yield response.readBody();
yield this._performExponentialBackoff(numTries)}}while(numTries<maxTries);
return response})}dispose(){
if(this._agent)this._agent.destroy();
this._disposed=true}requestRaw(info,data){
return __awaiter$9(this,void 0,void 0,function*(){
return new Promise((resolve,reject)=>{
function callbackForResult(err,res){
if(err)reject(err);else if(!res)reject(new Error(`Unknown error`));else resolve(res)}
this.requestRawWithCallback(info,data,callbackForResult)})})}requestRawWithCallback(info,data,onResult){
if(typeof data===`string`){
if(!info.options.headers)info.options.headers={};
info.options.headers[`Content-Length`]=Buffer.byteLength(data,`utf8`)}
let callbackCalled=false;
function handleResult(err,res){
if(!callbackCalled){
callbackCalled=true;
onResult(err,res)}}
const req=info.httpModule.request(info.options,msg=>{
handleResult(void 0,new HttpClientResponse(msg))});
let socket;
req.on(`socket`,sock=>{
socket=sock});
req.setTimeout(this._socketTimeout||18e4,()=>{
if(socket)socket.end();
handleResult(new Error(`Request timeout: ${info.options.path}`))});
req.on(`error`,function(err){
handleResult(err)});
if(data&&typeof data===`string`)req.write(data,`utf8`);
if(data&&typeof data!==`string`){
data.on(`close`,function(){
req.end()});
data.pipe(req)}else req.end()}getAgent(serverUrl){
const parsedUrl=new URL(serverUrl);
return this._getAgent(parsedUrl)}getAgentDispatcher(serverUrl){
const parsedUrl=new URL(serverUrl);
const proxyUrl=getProxyUrl(parsedUrl);
if(!(proxyUrl&&proxyUrl.hostname))return;
return this._getProxyAgentDispatcher(parsedUrl,proxyUrl)}_prepareRequest(method,requestUrl,headers){
const info={};
info.parsedUrl=requestUrl;
const usingSsl=info.parsedUrl.protocol===`https:`;
info.httpModule=usingSsl?https:http;
const defaultPort=usingSsl?443:80;
info.options={};
info.options.host=info.parsedUrl.hostname;
info.options.port=info.parsedUrl.port?parseInt(info.parsedUrl.port):defaultPort;
info.options.path=(info.parsedUrl.pathname||``)+(info.parsedUrl.search||``);
info.options.method=method;
info.options.headers=this._mergeHeaders(headers);
if(this.userAgent!=null)info.options.headers[`user-agent`]=this.userAgent;
info.options.agent=this._getAgent(info.parsedUrl);
if(this.handlers)for(const handler of this.handlers)handler.prepareRequest(info.options);
return info}_mergeHeaders(headers){
if(this.requestOptions&&this.requestOptions.headers)return Object.assign({},lowercaseKeys(this.requestOptions.headers),lowercaseKeys(headers||{}));
return lowercaseKeys(headers||{})}_getExistingOrDefaultHeader(additionalHeaders,header,_default){
let clientHeader;
if(this.requestOptions&&this.requestOptions.headers){
const headerValue=lowercaseKeys(this.requestOptions.headers)[header];
if(headerValue)clientHeader=typeof headerValue===`number`?headerValue.toString():headerValue}
const additionalValue=additionalHeaders[header];
if(additionalValue!==void 0)return typeof additionalValue===`number`?additionalValue.toString():additionalValue;
if(clientHeader!==void 0)return clientHeader;
return _default}_getExistingOrDefaultContentTypeHeader(additionalHeaders,_default){
let clientHeader;
if(this.requestOptions&&this.requestOptions.headers){
const headerValue=lowercaseKeys(this.requestOptions.headers)[Headers.ContentType];
if(headerValue){
if(typeof headerValue===`number`)clientHeader=String(headerValue);else if(Array.isArray(headerValue))clientHeader=headerValue.join(`, `);else clientHeader=headerValue}}
const additionalValue=additionalHeaders[Headers.ContentType];
if(additionalValue!==void 0){
if(typeof additionalValue===`number`)return String(additionalValue);else if(Array.isArray(additionalValue))return additionalValue.join(`, `);else return additionalValue}
if(clientHeader!==void 0)return clientHeader;
return _default}_getAgent(parsedUrl){
let agent;
const proxyUrl=getProxyUrl(parsedUrl);
const useProxy=proxyUrl&&proxyUrl.hostname;
if(this._keepAlive&&useProxy)agent=this._proxyAgent;
if(!useProxy)agent=this._agent;
if(agent)return agent;
const usingSsl=parsedUrl.protocol===`https:`;
let maxSockets=100;
if(this.requestOptions)maxSockets=this.requestOptions.maxSockets||http.globalAgent.maxSockets;
if(proxyUrl&&proxyUrl.hostname){
const agentOptions={maxSockets,keepAlive:this._keepAlive,proxy:Object.assign(Object.assign({},(proxyUrl.username||proxyUrl.password)&&{proxyAuth:`${proxyUrl.username}:${proxyUrl.password}`}),{host:proxyUrl.hostname,port:proxyUrl.port})};
let tunnelAgent;
const overHttps=proxyUrl.protocol===`https:`;
if(usingSsl)tunnelAgent=overHttps?import_tunnel.httpsOverHttps:import_tunnel.httpsOverHttp;else tunnelAgent=overHttps?import_tunnel.httpOverHttps:import_tunnel.httpOverHttp;
agent=tunnelAgent(agentOptions);
this._proxyAgent=agent}
if(!agent){
const options={keepAlive:this._keepAlive,maxSockets};
agent=usingSsl?new https.Agent(options):new http.Agent(options);
this._agent=agent}
if(usingSsl&&this._ignoreSslError)agent.options=Object.assign(agent.options||{},{rejectUnauthorized:false});
return agent}_getProxyAgentDispatcher(parsedUrl,proxyUrl){
let proxyAgent;
if(this._keepAlive)proxyAgent=this._proxyAgentDispatcher;
if(proxyAgent)return proxyAgent;
const usingSsl=parsedUrl.protocol===`https:`;
proxyAgent=new import_proxy_agent.default(Object.assign({uri:proxyUrl.href,pipelining:!this._keepAlive?0:1},(proxyUrl.username||proxyUrl.password)&&{token:`Basic ${Buffer.from(`${proxyUrl.username}:${proxyUrl.password}`).toString(`base64`)}`}));
this._proxyAgentDispatcher=proxyAgent;
if(usingSsl&&this._ignoreSslError)proxyAgent.options=Object.assign(proxyAgent.options.requestTls||{},{rejectUnauthorized:false});
return proxyAgent}_getUserAgentWithOrchestrationId(userAgent){
const baseUserAgent=userAgent||`actions/http-client`;
const orchId=process.env[`ACTIONS_ORCHESTRATION_ID`];
if(orchId)return`${baseUserAgent} actions_orchestration_id/${orchId.replace(/[^a-z0-9_.-]/gi,`_`)}`;
return baseUserAgent}_performExponentialBackoff(retryNumber){
return __awaiter$9(this,void 0,void 0,function*(){
retryNumber=Math.min(ExponentialBackoffCeiling,retryNumber);
const ms=ExponentialBackoffTimeSlice*Math.pow(2,retryNumber);
return new Promise(resolve=>setTimeout(()=>resolve(),ms))})}_processResponse(res,options){
return __awaiter$9(this,void 0,void 0,function*(){
return new Promise((resolve,reject)=>__awaiter$9(this,void 0,void 0,function*(){
const statusCode=res.message.statusCode||0;
const response={statusCode,result:null,headers:{}};
if(statusCode===HttpCodes.NotFound)resolve(response);
function dateTimeDeserializer(key,value){
if(typeof value===`string`){
const a=new Date(value);
if(!isNaN(a.valueOf()))return a}
return value}
let obj;
let contents;
try{
contents=yield res.readBody();
if(contents&&contents.length>0){
if(options&&options.deserializeDates)obj=JSON.parse(contents,dateTimeDeserializer);else obj=JSON.parse(contents);
response.result=obj}
response.headers=res.message.headers}catch(err){}
if(statusCode>299){
let msg;
if(obj&&obj.message)msg=obj.message;else if(contents&&contents.length>0)msg=contents;else msg=`Failed request: (${statusCode})`;
const err=new HttpClientError(msg,statusCode);
err.result=response.result;
reject(err)}else resolve(response)}))})}};
const lowercaseKeys=obj=>Object.keys(obj).reduce((c,k)=>(c[k.toLowerCase()]=obj[k],c),{});
var __awaiter$8=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
var BearerCredentialHandler=class{constructor(token){
this.token=token}prepareRequest(options){
if(!options.headers)throw Error(`The request has no headers`);
options.headers[`Authorization`]=`Bearer ${this.token}`}canHandleAuthentication(){
return false}handleAuthentication(){
return __awaiter$8(this,void 0,void 0,function*(){
throw new Error(`not implemented`)})}};
var __awaiter$7=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
var OidcClient=class OidcClient{static createHttpClient(allowRetry=true,maxRetry=10){
const requestOptions={allowRetries:allowRetry,maxRetries:maxRetry};
return new HttpClient(`actions/oidc-client`,[new BearerCredentialHandler(OidcClient.getRequestToken())],requestOptions)}static getRequestToken(){
const token=process.env[`ACTIONS_ID_TOKEN_REQUEST_TOKEN`];
if(!token)throw new Error(`Unable to get ACTIONS_ID_TOKEN_REQUEST_TOKEN env variable`);
return token}static getIDTokenUrl(){
const runtimeUrl=process.env[`ACTIONS_ID_TOKEN_REQUEST_URL`];
if(!runtimeUrl)throw new Error(`Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable`);
return runtimeUrl}static getCall(id_token_url){
return __awaiter$7(this,void 0,void 0,function*(){
var _a;
const id_token=(_a=(yield OidcClient.createHttpClient().getJson(id_token_url).catch(error=>{
throw new Error(`Failed to get ID Token. \n 
        Error Code : ${error.statusCode}\n 
        Error Message: ${error.message}`)})).result)===null||_a===void 0?void 0:_a.value;
if(!id_token)throw new Error(`Response json body do not have ID Token field`);
return id_token})}static getIDToken(audience){
return __awaiter$7(this,void 0,void 0,function*(){
try{
let id_token_url=OidcClient.getIDTokenUrl();
if(audience)id_token_url=`${id_token_url}&audience=${encodeURIComponent(audience)}`;
debug(`ID token url is ${id_token_url}`);
const id_token=yield OidcClient.getCall(id_token_url);
setSecret(id_token);
return id_token}catch(error){
throw new Error(`Error message: ${error.message}`)}})}};
var __awaiter$6=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
const{access,appendFile:appendFile$1,writeFile:writeFile$1}=promises;
const SUMMARY_ENV_VAR=`GITHUB_STEP_SUMMARY`;
var Summary=class{constructor(){
this._buffer=``}filePath(){
return __awaiter$6(this,void 0,void 0,function*(){
if(this._filePath)return this._filePath;
const pathFromEnv=process.env[SUMMARY_ENV_VAR];
if(!pathFromEnv)throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
try{
yield access(pathFromEnv,constants.R_OK|constants.W_OK)}catch(_a){
throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`)}
this._filePath=pathFromEnv;
return this._filePath})}wrap(tag,content,attrs={}){
const htmlAttrs=Object.entries(attrs).map(([key,value])=>` ${key}="${value}"`).join(``);
if(!content)return`<${tag}${htmlAttrs}>`;
return`<${tag}${htmlAttrs}>${content}</${tag}>`}write(options){
return __awaiter$6(this,void 0,void 0,function*(){
const overwrite=!!(options===null||options===void 0?void 0:options.overwrite);
const filePath=yield this.filePath();
yield(overwrite?writeFile$1:appendFile$1)(filePath,this._buffer,{encoding:`utf8`});
return this.emptyBuffer()})}clear(){
return __awaiter$6(this,void 0,void 0,function*(){
return this.emptyBuffer().write({overwrite:true})})}stringify(){
return this._buffer}isEmptyBuffer(){
return this._buffer.length===0}emptyBuffer(){
this._buffer=``;
return this}addRaw(text,addEOL=false){
this._buffer+=text;
return addEOL?this.addEOL():this}addEOL(){
return this.addRaw(EOL)}addCodeBlock(code,lang){
const attrs=Object.assign({},lang&&{lang});
const element=this.wrap(`pre`,this.wrap(`code`,code),attrs);
return this.addRaw(element).addEOL()}addList(items,ordered=false){
const tag=ordered?`ol`:`ul`;
const listItems=items.map(item=>this.wrap(`li`,item)).join(``);
const element=this.wrap(tag,listItems);
return this.addRaw(element).addEOL()}addTable(rows){
const tableBody=rows.map(row=>{
const cells=row.map(cell=>{
if(typeof cell===`string`)return this.wrap(`td`,cell);
const{header,data,colspan,rowspan}=cell;
const tag=header?`th`:`td`;
const attrs=Object.assign(Object.assign({},colspan&&{colspan}),rowspan&&{rowspan});
return this.wrap(tag,data,attrs)}).join(``);
return this.wrap(`tr`,cells)}).join(``);
const element=this.wrap(`table`,tableBody);
return this.addRaw(element).addEOL()}addDetails(label,content){
const element=this.wrap(`details`,this.wrap(`summary`,label)+content);
return this.addRaw(element).addEOL()}addImage(src,alt,options){
const{width,height}=options||{};
const attrs=Object.assign(Object.assign({},width&&{width}),height&&{height});
const element=this.wrap(`img`,null,Object.assign({src,alt},attrs));
return this.addRaw(element).addEOL()}addHeading(text,level){
const tag=`h${level}`;
const allowedTag=[`h1`,`h2`,`h3`,`h4`,`h5`,`h6`].includes(tag)?tag:`h1`;
const element=this.wrap(allowedTag,text);
return this.addRaw(element).addEOL()}addSeparator(){
const element=this.wrap(`hr`,null);
return this.addRaw(element).addEOL()}addBreak(){
const element=this.wrap(`br`,null);
return this.addRaw(element).addEOL()}addQuote(text,cite){
const attrs=Object.assign({},cite&&{cite});
const element=this.wrap(`blockquote`,text,attrs);
return this.addRaw(element).addEOL()}addLink(text,href){
const element=this.wrap(`a`,text,{href});
return this.addRaw(element).addEOL()}};
const _summary=new Summary;
const summary=_summary;
var __awaiter$5=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
const{chmod,copyFile:copyFile$1,lstat:lstat$1,mkdir:mkdir$1,open:open$1,readdir:readdir$1,rename:rename$1,rm:rm$1,rmdir,stat:stat$1,symlink:symlink$1,unlink}=fs.promises;
const IS_WINDOWS$1=process.platform===`win32`;
const READONLY=fs.constants.O_RDONLY;
function exists(fsPath){
return __awaiter$5(this,void 0,void 0,function*(){
try{
yield stat$1(fsPath)}catch(err){
if(err.code===`ENOENT`)return false;
throw err}
return true})}
function isRooted(p){
p=normalizeSeparators(p);
if(!p)throw new Error(`isRooted() parameter "p" cannot be empty`);
if(IS_WINDOWS$1)return p.startsWith(`\\`)||/^[A-Z]:/i.test(p);
return p.startsWith(`/`)}
function tryGetExecutablePath(filePath,extensions){
return __awaiter$5(this,void 0,void 0,function*(){
let stats=void 0;
try{
stats=yield stat$1(filePath)}catch(err){
if(err.code!==`ENOENT`)console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`)}
if(stats&&stats.isFile()){
if(IS_WINDOWS$1){
const upperExt=path.extname(filePath).toUpperCase();
if(extensions.some(validExt=>validExt.toUpperCase()===upperExt))return filePath}else if(isUnixExecutable(stats))return filePath}
const originalFilePath=filePath;
for(const extension of extensions){
filePath=originalFilePath+extension;
stats=void 0;
try{
stats=yield stat$1(filePath)}catch(err){
if(err.code!==`ENOENT`)console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`)}
if(stats&&stats.isFile()){
if(IS_WINDOWS$1){
try{
const directory=path.dirname(filePath);
const upperName=path.basename(filePath).toUpperCase();
for(const actualName of yield readdir$1(directory))if(upperName===actualName.toUpperCase()){
filePath=path.join(directory,actualName);
break}}catch(err){
console.log(`Unexpected error attempting to determine the actual case of the file '${filePath}': ${err}`)}
return filePath}else if(isUnixExecutable(stats))return filePath}}
return``})}
function normalizeSeparators(p){
p=p||``;
if(IS_WINDOWS$1){
p=p.replace(/\//g,`\\`);
return p.replace(/\\\\+/g,`\\`)}
return p.replace(/\/\/+/g,`/`)}
function isUnixExecutable(stats){
return(stats.mode&1)>0||(stats.mode&8)>0&&process.getgid!==void 0&&stats.gid===process.getgid()||(stats.mode&64)>0&&process.getuid!==void 0&&stats.uid===process.getuid()}
var __awaiter$4=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
function which(tool,check){
return __awaiter$4(this,void 0,void 0,function*(){
if(!tool)throw new Error(`parameter 'tool' is required`);
if(check){
const result=yield which(tool,false);
if(!result){
if(IS_WINDOWS$1)throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also verify the file has a valid extension for an executable file.`);else throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also check the file mode to verify the file is executable.`)}
return result}
const matches=yield findInPath(tool);
if(matches&&matches.length>0)return matches[0];
return``})}
function findInPath(tool){
return __awaiter$4(this,void 0,void 0,function*(){
if(!tool)throw new Error(`parameter 'tool' is required`);
const extensions=[];
if(IS_WINDOWS$1&&process.env[`PATHEXT`]){
for(const extension of process.env[`PATHEXT`].split(path.delimiter))if(extension)extensions.push(extension)}
if(isRooted(tool)){
const filePath=yield tryGetExecutablePath(tool,extensions);
if(filePath)return[filePath];
return[]}
if(tool.includes(path.sep))return[];
const directories=[];
if(process.env.PATH){
for(const p of process.env.PATH.split(path.delimiter))if(p)directories.push(p)}
const matches=[];
for(const directory of directories){
const filePath=yield tryGetExecutablePath(path.join(directory,tool),extensions);
if(filePath)matches.push(filePath)}
return matches})}
var __awaiter$3=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
const IS_WINDOWS=process.platform===`win32`;
var ToolRunner=class extends events.EventEmitter{constructor(toolPath,args,options){
super();
if(!toolPath)throw new Error(`Parameter 'toolPath' cannot be null or empty.`);
this.toolPath=toolPath;
this.args=args||[];
this.options=options||{}}_debug(message){
if(this.options.listeners&&this.options.listeners.debug)this.options.listeners.debug(message)}_getCommandString(options,noPrefix){
const toolPath=this._getSpawnFileName();
const args=this._getSpawnArgs(options);
let cmd=noPrefix?``:`[command]`;
if(IS_WINDOWS){
if(this._isCmdFile()){
cmd+=toolPath;
for(const a of args)cmd+=` ${a}`}else if(options.windowsVerbatimArguments){
cmd+=`"${toolPath}"`;
for(const a of args)cmd+=` ${a}`}else{
cmd+=this._windowsQuoteCmdArg(toolPath);
for(const a of args)cmd+=` ${this._windowsQuoteCmdArg(a)}`}}else{
cmd+=toolPath;
for(const a of args)cmd+=` ${a}`}
return cmd}_processLineBuffer(data,strBuffer,onLine){
try{
let s=strBuffer+data.toString();
let n=s.indexOf(os$1.EOL);
while(n>-1){
onLine(s.substring(0,n));
s=s.substring(n+os$1.EOL.length);
n=s.indexOf(os$1.EOL)}
return s}catch(err){
this._debug(`error processing line. Failed with error ${err}`);
return``}}_getSpawnFileName(){
if(IS_WINDOWS){
if(this._isCmdFile())return process.env[`COMSPEC`]||`cmd.exe`}
return this.toolPath}_getSpawnArgs(options){
if(IS_WINDOWS){
if(this._isCmdFile()){
let argline=`/D /S /C "${this._windowsQuoteCmdArg(this.toolPath)}`;
for(const a of this.args){
argline+=` `;
argline+=options.windowsVerbatimArguments?a:this._windowsQuoteCmdArg(a)}
argline+=`"`;
return[argline]}}
return this.args}_endsWith(str,end){
return str.endsWith(end)}_isCmdFile(){
const upperToolPath=this.toolPath.toUpperCase();
return this._endsWith(upperToolPath,`.CMD`)||this._endsWith(upperToolPath,`.BAT`)}_windowsQuoteCmdArg(arg){
if(!this._isCmdFile())return this._uvQuoteCmdArg(arg);
if(!arg)return`""`;
const cmdSpecialChars=[` `,`	`,`&`,`(`,`)`,`[`,`]`,`{`,`}`,`^`,`=`,`;`,`!`,`'`,`+`,`,`,"`",`~`,`|`,`<`,`>`,`"`];
let needsQuotes=false;
for(const char of arg)if(cmdSpecialChars.some(x=>x===char)){
needsQuotes=true;
break}
if(!needsQuotes)return arg;
let reverse=`"`;
let quoteHit=true;
for(let i=arg.length;i>0;i--){
reverse+=arg[i-1];
if(quoteHit&&arg[i-1]===`\\`)reverse+=`\\`;else if(arg[i-1]===`"`){
quoteHit=true;
reverse+=`"`}else quoteHit=false}
reverse+=`"`;
return reverse.split(``).reverse().join(``)}_uvQuoteCmdArg(arg){
if(!arg)return`""`;
if(!arg.includes(` `)&&!arg.includes(`	`)&&!arg.includes(`"`))return arg;
if(!arg.includes(`"`)&&!arg.includes(`\\`))return`"${arg}"`;
let reverse=`"`;
let quoteHit=true;
for(let i=arg.length;i>0;i--){
reverse+=arg[i-1];
if(quoteHit&&arg[i-1]===`\\`)reverse+=`\\`;else if(arg[i-1]===`"`){
quoteHit=true;
reverse+=`\\`}else quoteHit=false}
reverse+=`"`;
return reverse.split(``).reverse().join(``)}_cloneExecOptions(options){
options=options||{};
const result={cwd:options.cwd||process.cwd(),env:options.env||process.env,silent:options.silent||false,windowsVerbatimArguments:options.windowsVerbatimArguments||false,failOnStdErr:options.failOnStdErr||false,ignoreReturnCode:options.ignoreReturnCode||false,delay:options.delay||1e4};
result.outStream=options.outStream||process.stdout;
result.errStream=options.errStream||process.stderr;
return result}_getSpawnOptions(options,toolPath){
options=options||{};
const result={};
result.cwd=options.cwd;
result.env=options.env;
result[`windowsVerbatimArguments`]=options.windowsVerbatimArguments||this._isCmdFile();
if(options.windowsVerbatimArguments)result.argv0=`"${toolPath}"`;
return result}exec(){
return __awaiter$3(this,void 0,void 0,function*(){
if(!isRooted(this.toolPath)&&(this.toolPath.includes(`/`)||IS_WINDOWS&&this.toolPath.includes(`\\`)))this.toolPath=path.resolve(process.cwd(),this.options.cwd||process.cwd(),this.toolPath);
this.toolPath=yield which(this.toolPath,true);
return new Promise((resolve,reject)=>__awaiter$3(this,void 0,void 0,function*(){
this._debug(`exec tool: ${this.toolPath}`);
this._debug(`arguments:`);
for(const arg of this.args)this._debug(`   ${arg}`);
const optionsNonNull=this._cloneExecOptions(this.options);
if(!optionsNonNull.silent&&optionsNonNull.outStream)optionsNonNull.outStream.write(this._getCommandString(optionsNonNull)+os$1.EOL);
const state=new ExecState(optionsNonNull,this.toolPath);
state.on(`debug`,message=>{
this._debug(message)});
if(this.options.cwd&&!(yield exists(this.options.cwd)))return reject(new Error(`The cwd: ${this.options.cwd} does not exist!`));
const fileName=this._getSpawnFileName();
const cp=child.spawn(fileName,this._getSpawnArgs(optionsNonNull),this._getSpawnOptions(this.options,fileName));
let stdbuffer=``;
if(cp.stdout)cp.stdout.on(`data`,data=>{
if(this.options.listeners&&this.options.listeners.stdout)this.options.listeners.stdout(data);
if(!optionsNonNull.silent&&optionsNonNull.outStream)optionsNonNull.outStream.write(data);
stdbuffer=this._processLineBuffer(data,stdbuffer,line=>{
if(this.options.listeners&&this.options.listeners.stdline)this.options.listeners.stdline(line)})});
let errbuffer=``;
if(cp.stderr)cp.stderr.on(`data`,data=>{
state.processStderr=true;
if(this.options.listeners&&this.options.listeners.stderr)this.options.listeners.stderr(data);
if(!optionsNonNull.silent&&optionsNonNull.errStream&&optionsNonNull.outStream)(optionsNonNull.failOnStdErr?optionsNonNull.errStream:optionsNonNull.outStream).write(data);
errbuffer=this._processLineBuffer(data,errbuffer,line=>{
if(this.options.listeners&&this.options.listeners.errline)this.options.listeners.errline(line)})});
cp.on(`error`,err=>{
state.processError=err.message;
state.processExited=true;
state.processClosed=true;
state.CheckComplete()});
cp.on(`exit`,code=>{
state.processExitCode=code;
state.processExited=true;
this._debug(`Exit code ${code} received from tool '${this.toolPath}'`);
state.CheckComplete()});
cp.on(`close`,code=>{
state.processExitCode=code;
state.processExited=true;
state.processClosed=true;
this._debug(`STDIO streams have closed for tool '${this.toolPath}'`);
state.CheckComplete()});
state.on(`done`,(error,exitCode)=>{
if(stdbuffer.length>0)this.emit(`stdline`,stdbuffer);
if(errbuffer.length>0)this.emit(`errline`,errbuffer);
cp.removeAllListeners();
if(error)reject(error);else resolve(exitCode)});
if(this.options.input){
if(!cp.stdin)throw new Error(`child process missing stdin`);
cp.stdin.end(this.options.input)}}))})}};
var ExecState=class ExecState extends events.EventEmitter{constructor(options,toolPath){
super();
this.processClosed=false;
this.processError=``;
this.processExitCode=0;
this.processExited=false;
this.processStderr=false;
this.delay=1e4;
this.done=false;
this.timeout=null;
if(!toolPath)throw new Error(`toolPath must not be empty`);
this.options=options;
this.toolPath=toolPath;
if(options.delay)this.delay=options.delay}CheckComplete(){
if(this.done)return;
if(this.processClosed)this._setResult();else if(this.processExited)this.timeout=setTimeout$1(ExecState.HandleTimeout,this.delay,this)}_debug(message){
this.emit(`debug`,message)}_setResult(){
let error;
if(this.processExited){
if(this.processError)error=new Error(`There was an error when attempting to execute the process '${this.toolPath}'. This may indicate the process failed to start. Error: ${this.processError}`);else if(this.processExitCode!==0&&!this.options.ignoreReturnCode)error=new Error(`The process '${this.toolPath}' failed with exit code ${this.processExitCode}`);else if(this.processStderr&&this.options.failOnStdErr)error=new Error(`The process '${this.toolPath}' failed because one or more lines were written to the STDERR stream`)}
if(this.timeout){
clearTimeout(this.timeout);
this.timeout=null}
this.done=true;
this.emit(`done`,error,this.processExitCode)}static HandleTimeout(state){
if(state.done)return;
if(!state.processClosed&&state.processExited){
const message=`The STDIO streams did not close within ${state.delay/1e3} seconds of the exit event from process '${state.toolPath}'. This may indicate a child process inherited the STDIO streams and has not yet exited.`;
state._debug(message)}
state._setResult()}};
var __awaiter$2=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
var __awaiter$1=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
const platform=os.platform();
const arch=os.arch();
var __awaiter=void 0&&(void 0).__awaiter||function(thisArg,_arguments,P,generator){
function adopt(value){
return value instanceof P?value:new P(function(resolve){
resolve(value)})}
return new(P||(P=Promise))(function(resolve,reject){
function fulfilled(value){
try{
step(generator.next(value))}catch(e){
reject(e)}}
function rejected(value){
try{
step(generator[`throw`](value))}catch(e){
reject(e)}}
function step(result){
result.done?resolve(result.value):adopt(result.value).then(fulfilled,rejected)}
step((generator=generator.apply(thisArg,_arguments||[])).next())})};
var ExitCode;
(function(ExitCode){
ExitCode[ExitCode[`Success`]=0]=`Success`;
ExitCode[ExitCode[`Failure`]=1]=`Failure`})(ExitCode||(ExitCode={}));
function setSecret(secret){
issueCommand(`add-mask`,{},secret)}
function getInput(name,options){
const val=process.env[`INPUT_${name.replace(/ /g,`_`).toUpperCase()}`]||``;
if(options&&options.required&&!val)throw new Error(`Input required and not supplied: ${name}`);
if(options&&options.trimWhitespace===false)return val;
return val.trim()}
function setOutput(name,value){
if(process.env[`GITHUB_OUTPUT`]||``)return issueFileCommand(`OUTPUT`,prepareKeyValueMessage(name,value));
process.stdout.write(os$1.EOL);
issueCommand(`set-output`,{name},toCommandValue(value))}
function debug(message){
issueCommand(`debug`,{},message)}
function error(message,properties={}){
issueCommand(`error`,toCommandProperties(properties),message instanceof Error?message.toString():message)}
function warning(message,properties={}){
issueCommand(`warning`,toCommandProperties(properties),message instanceof Error?message.toString():message)}
function notice(message,properties={}){
issueCommand(`notice`,toCommandProperties(properties),message instanceof Error?message.toString():message)}
function info(message){
process.stdout.write(message+os$1.EOL)}
function saveState(name,value){
if(process.env[`GITHUB_STATE`]||``)return issueFileCommand(`STATE`,prepareKeyValueMessage(name,value));
issueCommand(`save-state`,{name},toCommandValue(value))}
function getState(name){
return process.env[`STATE_${name}`]||``}
function getIDToken(aud){
return __awaiter(this,void 0,void 0,function*(){
return yield OidcClient.getIDToken(aud)})}
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
const visible=text=>text.replace(INVISIBLE$1,``);
const INVISIBLE$1=/[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{DI}]|[\p{Zl}\p{Zp}]/gu;
function codeBlock(text,{language=`text`,mostLines=12,mostLength=1500}={}){
const clean=visible(text.replace(/\r\n?/g,`
`));
const shown=clean.slice(0,mostLength).replace(/[\ud800-\udbff]$/,``).split(`
`).slice(0,mostLines).join(`
`);
const longest=Math.max(2,...[...shown.matchAll(/`+/g)].map(([run])=>run.length));
const fence="`".repeat(longest+1);
return`${fence}${language}\n${shown}${shown.length<clean.length?`
…`:``}\n${fence}`}
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
const orderCtrfAttempts=attempts=>{
const passed=attempts.findIndex(({status})=>status===`passed`);
return attempts.some(({status},index)=>status===`failed`&&passed>=0&&index>passed)?attempts.toSorted((a,b)=>Number(a.status===`failed`)-Number(b.status===`failed`)):attempts};
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
const MATCHER=/^(?:Error: )?expect\([^)]*\)\.((?:\w+\.)*\w+)\([^)]*\)(?: failed| \/\/ .*)?$/;
const NOTED=/^ ?(Locator|Expected|Received)(?: [\w ]{1,30})?: +(\S.*)$/;
const MOST$1=120;
function errorLine(message){
const[first=``,...rest]=message.trimStart().split(`
`,13);
const line=first.trimEnd();
const matcher=MATCHER.exec(line)?.[1];
if(matcher===void 0)return line;
const noted=new Map;
for(const each of rest){
const[whole,label=``,value=``]=NOTED.exec(each.trimEnd())??[];
if(whole!==void 0&&!noted.has(label))noted.set(label,cut$3(label===`Locator`?value:whole.trim().replace(/: +/,`: `)))}
return noted.size===0?line:`${matcher}: ${[...noted.values()].join(` · `)}`}
const cut$3=text=>text.length<=MOST$1?text:`${text.slice(0,MOST$1).replace(/[\uD800-\uDBFF]$/,``)}…`;
const WHOLE_SHA=/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/;
const INGEST_HEADERS={from:`svc-from`,clock:`svc-clock`,accepted:`svc-accepted`};
const KIB=1024;
const MIB=1024*KIB;
const LIMITS={segmentBytes:16*MIB,lineBytes:8*MIB,nesting:64,lineValues:5e5,bodyValues:25e5,bodyEntries:25e3,bodyErrors:1e5,bodyNamesBytes:32*MIB,inflationRatio:100,requestBytes:1*MIB,requestValues:5e4,mcpRequestBytes:8*MIB,messageBytes:16*KIB,stackBytes:32*KIB,snippetBytes:8*KIB,frames:3,frameBytes:1*KIB,outputTailBytes:16*KIB,titleBytes:16*KIB,textBytes:4*KIB,nameBytes:200,labelBytes:500,factBytes:1e3,addressBytes:2e3,commitMessageBytes:500,titleDepth:64,titlesBytes:64*KIB,attempts:2e3,errors:20,depth:8,steps:500,attachments:100,annotations:100,tags:100,results:2e5,groups:25e3,warnings:100,ancestry:100,changedFiles:300,importedFiles:4e3,imports:4e4,changedRanges:20,parents:64,environment:50,shards:1e4,parts:1e4,legs:500,codeownersBytes:3*MIB,runAttempt:1e5,attempt:1e3,segmentEntries:2e4,experimentsSent:50,experiments:200,experimentTrials:200,experimentFiles:100,experimentErrorLength:2e3,artifactBytes:50*MIB,artifacts:500,artifactsBytes:1024*MIB,declaredArtifacts:100,documentBytes:1*MIB,documentChunks:5e3,documentIndexBytes:16*MIB,documentPathBytes:300,documentTitleLength:300,pushDocuments:5e3,pushBytes:8*MIB,frontMatterBytes:16*KIB,documentTags:50,documentTagLength:100,documentFailures:100,explanationLength:2e3,busMessageBytes:64*KIB,taskBytes:256*KIB,agentCapabilitiesBytes:16*KIB,keys:5e3,agents:1e3};
const percentDecoded=text=>{
try{
return decodeURIComponent(text)}catch{
return text}};
const wellFormed=text=>text.replace(/\p{Surrogate}/gu,half=>`\\u${half.charCodeAt(0).toString(16)}`);
const MARKUP=/[\\`{}[\]|~^$@]|(?<! )[*#<>&]|[*#<>&](?! )|^[-+]|(?<![A-Za-z\d])_|_(?![A-Za-z\d])|!(?=[\d[])|:(?=[\w+-]{1,60}:)/g;
const INVISIBLE=/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;
const ZERO_WIDTH_SPACE=`​`;
const WORD_JOINER=`⁠`;
const REFERENCES=/@(?=\w)|#(?=\d)|\bGH-(?=\d)/gi;
const ADDRESSES=/:(?=\/\/)|\bwww(?=\.)/gi;
function plainMarkdown(text,most=200){
return visibleLine(text,most).replace(REFERENCES,`$&${WORD_JOINER}`).replace(ADDRESSES,`$&${ZERO_WIDTH_SPACE}`).replace(MARKUP,character=>`&#${character.charCodeAt(0)};`).replaceAll(WORD_JOINER,`&#8288;`).replaceAll(ZERO_WIDTH_SPACE,`&#8203;`)}
function visibleLine(text,most=200){
const line=text.replace(/\s+/g,` `).replace(INVISIBLE,``).trim();
const cut=line.length>most?`${line.slice(0,most-1).replace(/[\ud800-\udbff]$/,``)}…`:line;
return wellFormed(cut)}
const PACKAGE_SCOPE=`@svc`;
const packageName$1=released=>`${PACKAGE_SCOPE}/${released}`;
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
const resultOf$1=(attempts,before=`skipped`)=>{
const repeats=new Map([[0,before]]);
for(const{status,repeat=0}of attempts)repeats.set(repeat,statusAfter(repeats.get(repeat)??`skipped`,status));
return[...repeats.values()].reduce((worst,each)=>RANK[each]>RANK[worst]?each:worst)};
const storable=text=>{
const whole=wellFormed(text);
return whole.includes(`\0`)?whole.split(`\0`).join(`␀`):whole};
const VERDICTS=[{kind:`mine`,isExplained:false,label:`caused by this change`,title:`Caused by this change`,sentence:`It passed before or is new, and fails here every time; no other branch explains it.`},{kind:`unknown`,isExplained:false,label:`possibly caused by this change`,title:`Possibly caused by this change`,sentence:`There is not enough evidence yet; the verdict names what is missing.`},{kind:`infrastructure`,isExplained:true,label:`infrastructure`,title:`Infrastructure`,sentence:`A machine, a network or a service failed, on other branches too.`},{kind:`base-is-broken`,isExplained:true,label:`fails on the base too`,title:`Fails on the base too`,sentence:`The base branch fails the same way.`},{kind:`known-flake`,isExplained:true,label:`known flake`,title:`Known flakes`,sentence:`The test failed and passed on the same code with this error before.`}];
const VERDICT_KINDS=VERDICTS.map(({kind})=>kind);
const isExplained=kind=>VERDICTS.some(verdict=>verdict.kind===kind&&verdict.isExplained);
const CONCLUSIONS=[{kind:`mine`,isGood:false,sentence:`this change broke a test, or added a failing one`},{kind:`unknown`,isGood:false,sentence:`this change possibly caused a failure`},{kind:`no-base-failed`,isGood:false,sentence:`the run failed, and there is no base run`},{kind:`incomplete`,isGood:false,sentence:`the run was cut off, and no failure points to this change`},{kind:`not-mine`,isGood:true,sentence:`something other than this change explains every failure`},{kind:`passed`,isGood:true,sentence:`nothing failed`}];
const CONCLUSION_KINDS=CONCLUSIONS.map(({kind})=>kind);
const withoutCiCommands=line=>line.replace(/^(\s*):(?=:[a-z])/i,`$1: `).replace(/##(?=(?:vso|teamcity)?\[)/gi,`## `);
const END=String.raw`(?:\u0007|\u001b\\|\u009c)`;
const COLOUR=String.raw`[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]`;
const ENDS=new RegExp(END,`g`);
const COLOURS=new RegExp(COLOUR,`g`);
const COMMANDS_AND_COLOURS=new RegExp(String.raw`\u001b\][\s\S]*?${END}|${COLOUR}`,`g`);
function withoutControls(text){
if(!text.includes(`\x1B`)&&!text.includes(``))return text;
let end=0;
for(const match of text.matchAll(ENDS))end=match.index+match[0].length;
return text.slice(0,end).replace(COMMANDS_AND_COLOURS,``)+text.slice(end).replace(COLOURS,``)}
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
const hasCut=text=>{
for(let at=text.indexOf(`…`);at>=0;at=text.indexOf(`…`,at+1)){
const mark=text.slice(at+1,at+9);
if(mark.length===8&&[...mark].every(digit=>`0123456789abcdef`.includes(digit)))return true}
return false};
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
`).map(line=>line.trim()):[]).filter(line=>line.length>=LINE_FROM)].flatMap(piecesOf$1).flatMap(piece=>{
const inUrl=percentEncoded(piece);
const inJson=JSON.stringify(piece).slice(1,-1);
return[piece,inUrl,inUrl.replace(/%../g,code=>code.toLowerCase()),inJson,...inBase64(piece)]})};
const piecesOf$1=value=>{
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
const plain=text=>redactor.text(withoutRoot(withoutControls(storable(text))));
const label=(text,limit,field,marks=new Set)=>{
const name=redactor.name(storable(text));
if(fits(name,limit))return name;
cut(field,marks);
return cutTitle(name,limit)};
return{cut,label:(text,limit)=>label(text,limit,`label`),tags(tags,marks){
const kept=tags.map(tag=>label(tag,LIMITS.nameBytes,`tags`,marks)).filter(tag=>tag!==``);
if(kept.length>LIMITS.tags)cut(`tags`,marks);
return kept.slice(0,LIMITS.tags)},title(text,marks){
const whole=storable(text);
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
return{expected:head(kept[0],limit),actual:head(kept[1],limit)}},path(path){
const kept=head(redactor.name(storable(setup.relative(path))),LIMITS.textBytes);
spent+=kept.length;
return kept},get spent(){
return spent},get truncated(){
return truncated},get redacted(){
return redactor.count}}};
const charactersPerByte=text=>text===``?1:text.length/Buffer$1.byteLength(text);
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
const{project:_,ci,environment,machine,tags,codeowners,startedAt,...rest}=open;
const project=open.project&&toProject(open.project);
return{...rest,...project&&{project},suite:distinct(open.suite,LIMITS.nameBytes,cleaner)||`default`,build:distinct(open.build,LIMITS.labelBytes,cleaner),runAttempt:isWhole$1(open.runAttempt,1,LIMITS.runAttempt)?open.runAttempt:1,part:cleanPart(open.part,cleaner),code:cleanCode(open.code,cleaner),...ci&&{ci:{provider:cleaner.label(ci.provider,LIMITS.nameBytes)||`unknown`,...cleanAddress(`url`,ci.url,cleaner),...cleanAddress(`jobUrl`,ci.jobUrl,cleaner),...ci.event&&{event:short(ci.event)},...ci.workflow&&{workflow:short(ci.workflow)}}},runner:{name:cleaner.label(open.runner.name,100)||`unknown`,...open.runner.version&&{version:short(open.runner.version)}},...machine&&{machine:cleaner.label(machine,LIMITS.nameBytes)},...environment&&{environment:Object.fromEntries(Object.entries(environment).slice(0,LIMITS.environment).map(([name,value])=>[short(name),short(value)]))},...tags&&{tags:cleaner.tags(tags,new Set)},...codeowners&&isText(codeowners.text)&&{codeowners},startedAt:startedAt>=0&&startedAt<=Number.MAX_SAFE_INTEGER?startedAt:Date.now()}};
const isText=file=>Buffer.byteLength(JSON.stringify(file))<=2*LIMITS.codeownersBytes;
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
if(clean.author)clean.author=cleaner.label(clean.author,LIMITS.nameBytes);
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
const countAt=(value,path)=>{
const count=at(value,path);
return typeof count===`number`&&Number.isSafeInteger(count)&&count>=0?count:void 0};
const listAt=(value,path)=>{
const list=at(value,path);
return Array.isArray(list)?list:[]};
const parseJson=text=>{
try{
return JSON.parse(text)}catch{
return}};
const readGitHub=env=>{
const event=readEvent$1(env.GITHUB_EVENT_PATH);
const repository=env.GITHUB_REPOSITORY;
const server=env.GITHUB_SERVER_URL??`https://github.com`;
return{run:known$1({provider:`GitHub Actions`,url:repository&&env.GITHUB_RUN_ID?`${server}/${repository}/actions/runs/${env.GITHUB_RUN_ID}`:void 0,event:env.GITHUB_EVENT_NAME,workflow:env.GITHUB_WORKFLOW}),...known$1({build:env.GITHUB_RUN_ID}),attempt:toNumber(env.GITHUB_RUN_ATTEMPT)??1,job:env.GITHUB_JOB??``,code:toCode(env,event)}};
const PROVIDERS={GITHUB_ACTIONS:readGitHub,GITLAB:env=>({run:known$1({provider:`GitLab CI`,url:env.CI_PIPELINE_URL,jobUrl:env.CI_JOB_URL,event:env.CI_PIPELINE_SOURCE}),...build(env.CI_PIPELINE_ID),attempt:1,job:env.CI_JOB_NAME??``,code:known$1({headSha:env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA||env.CI_COMMIT_SHA,mergeBaseSha:env.CI_MERGE_REQUEST_DIFF_BASE_SHA,branch:env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME||env.CI_COMMIT_BRANCH,baseBranch:env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,pullRequest:toNumber(env.CI_MERGE_REQUEST_IID),repository:env.CI_PROJECT_PATH,defaultBranch:env.CI_DEFAULT_BRANCH,fork:differ(env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH,env.CI_MERGE_REQUEST_PROJECT_PATH)})}),CIRCLE:env=>({run:known$1({provider:`CircleCI`,url:env.CIRCLE_BUILD_URL,jobUrl:env.CIRCLE_BUILD_URL}),...build(env.CIRCLE_WORKFLOW_WORKSPACE_ID||env.CIRCLE_WORKFLOW_ID||env.CIRCLE_BUILD_NUM),attempt:1,job:numbered(env.CIRCLE_JOB,env.CIRCLE_NODE_INDEX,env.CIRCLE_NODE_TOTAL??`1`),code:known$1({branch:env.CIRCLE_BRANCH,pullRequest:toNumber(env.CIRCLE_PR_NUMBER||env.CIRCLE_PULL_REQUEST?.split(`/`).at(-1)),repository:both(env.CIRCLE_PROJECT_USERNAME,env.CIRCLE_PROJECT_REPONAME),fork:differ(env.CIRCLE_PR_USERNAME,env.CIRCLE_PROJECT_USERNAME)})}),BUILDKITE:env=>{
const isPull=env.BUILDKITE_PULL_REQUEST!==`false`;
return{run:known$1({provider:`Buildkite`,url:env.BUILDKITE_BUILD_URL,jobUrl:joined(env.BUILDKITE_BUILD_URL,`#`,env.BUILDKITE_JOB_ID),event:env.BUILDKITE_SOURCE,workflow:env.BUILDKITE_PIPELINE_SLUG}),...build(env.BUILDKITE_BUILD_ID),attempt:(toNumber(env.BUILDKITE_RETRY_COUNT)??0)+1,job:numbered(env.BUILDKITE_STEP_KEY||env.BUILDKITE_LABEL||env.BUILDKITE_STEP_ID,env.BUILDKITE_PARALLEL_JOB,env.BUILDKITE_PARALLEL_JOB_COUNT),code:known$1({branch:env.BUILDKITE_BRANCH,baseBranch:isPull?env.BUILDKITE_PULL_REQUEST_BASE_BRANCH:void 0,pullRequest:isPull?toNumber(env.BUILDKITE_PULL_REQUEST):void 0,defaultBranch:env.BUILDKITE_PIPELINE_DEFAULT_BRANCH,fork:isPull?differ(env.BUILDKITE_PULL_REQUEST_REPO,env.BUILDKITE_REPO):void 0})}},AZURE_PIPELINES:env=>({run:known$1({provider:`Azure Pipelines`,url:azureUrl(env),jobUrl:joined(azureUrl(env),`&view=logs&j=`,env.SYSTEM_JOBID),event:env.BUILD_REASON,workflow:env.BUILD_DEFINITIONNAME}),...build(env.BUILD_BUILDID),attempt:Math.max(toNumber(env.SYSTEM_JOBATTEMPT)??1,toNumber(env.SYSTEM_STAGEATTEMPT)??1),job:numbered(both(env.SYSTEM_STAGENAME,env.SYSTEM_JOBNAME)??env.AGENT_JOBNAME,env.SYSTEM_JOBPOSITIONINPHASE,env.SYSTEM_TOTALJOBSINPHASE??`1`),code:known$1({headSha:env.SYSTEM_PULLREQUEST_SOURCECOMMITID,branch:toBranch(env.SYSTEM_PULLREQUEST_SOURCEBRANCH||env.BUILD_SOURCEBRANCH),baseBranch:toBranch(env.SYSTEM_PULLREQUEST_TARGETBRANCH),pullRequest:toNumber(env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER||env.SYSTEM_PULLREQUEST_PULLREQUESTID),repository:env.BUILD_REPOSITORY_NAME,fork:env.SYSTEM_PULLREQUEST_ISFORK?.toLowerCase()===`true`})}),JENKINS:env=>({run:known$1({provider:`Jenkins`,url:env.BUILD_URL,workflow:env.JOB_NAME}),...build(env.BUILD_TAG||both(env.JOB_NAME,env.BUILD_NUMBER||env.BUILD_ID)),attempt:1,job:env.STAGE_NAME??``,code:known$1({branch:toBranch(env.CHANGE_BRANCH||env.BRANCH_NAME||env.GIT_BRANCH),baseBranch:env.CHANGE_TARGET,pullRequest:toNumber(env.CHANGE_ID),fork:Boolean(env.CHANGE_FORK)})}),BITBUCKET:env=>({run:known$1({provider:`Bitbucket Pipelines`,url:env.BITBUCKET_REPO_FULL_NAME?`https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER}`:void 0}),...build(env.BITBUCKET_BUILD_NUMBER),attempt:toNumber(env.BITBUCKET_STEP_RUN_NUMBER)??1,job:numbered(void 0,env.BITBUCKET_PARALLEL_STEP),code:known$1({branch:env.BITBUCKET_BRANCH,baseBranch:env.BITBUCKET_PR_DESTINATION_BRANCH,pullRequest:toNumber(env.BITBUCKET_PR_ID),headSha:env.BITBUCKET_PR_ID?env.BITBUCKET_COMMIT:void 0,repository:env.BITBUCKET_REPO_FULL_NAME})}),TRAVIS:env=>{
const isPull=env.TRAVIS_PULL_REQUEST!==`false`;
return{run:known$1({provider:`Travis CI`,url:env.TRAVIS_BUILD_WEB_URL,jobUrl:env.TRAVIS_JOB_WEB_URL,event:env.TRAVIS_EVENT_TYPE}),...build(env.TRAVIS_BUILD_ID),attempt:1,job:env.TRAVIS_JOB_NAME||(env.TRAVIS_JOB_NUMBER?.split(`.`).at(-1)??``),code:known$1({headSha:env.TRAVIS_PULL_REQUEST_SHA,branch:env.TRAVIS_PULL_REQUEST_BRANCH||env.TRAVIS_BRANCH,baseBranch:isPull?env.TRAVIS_BRANCH:void 0,pullRequest:isPull?toNumber(env.TRAVIS_PULL_REQUEST):void 0,repository:env.TRAVIS_REPO_SLUG,fork:differ(env.TRAVIS_PULL_REQUEST_SLUG,env.TRAVIS_REPO_SLUG)})}},DRONE:env=>({run:known$1({provider:`Drone`,url:env.DRONE_BUILD_LINK,event:env.DRONE_BUILD_EVENT}),...build(env.DRONE_BUILD_NUMBER),attempt:1,job:both(env.DRONE_STAGE_NAME,env.DRONE_STEP_NAME)??``,code:known$1({branch:env.DRONE_SOURCE_BRANCH||env.DRONE_BRANCH,baseBranch:env.DRONE_PULL_REQUEST?env.DRONE_TARGET_BRANCH:void 0,pullRequest:toNumber(env.DRONE_PULL_REQUEST),repository:env.DRONE_REPO,defaultBranch:env.DRONE_REPO_BRANCH})}),WOODPECKER:env=>({run:known$1({provider:`Woodpecker`,url:env.CI_PIPELINE_URL,event:env.CI_PIPELINE_EVENT}),...build(env.CI_PIPELINE_NUMBER),attempt:1,job:both(env.CI_WORKFLOW_NAME,env.CI_STEP_NAME)??``,code:known$1({branch:env.CI_COMMIT_SOURCE_BRANCH||env.CI_COMMIT_BRANCH,baseBranch:env.CI_COMMIT_PULL_REQUEST?env.CI_COMMIT_TARGET_BRANCH:void 0,pullRequest:toNumber(env.CI_COMMIT_PULL_REQUEST),repository:env.CI_REPO,defaultBranch:env.CI_REPO_DEFAULT_BRANCH})})};
const build=id=>id?{build:id}:{};
const azureUrl=({SYSTEM_TEAMFOUNDATIONCOLLECTIONURI:server,SYSTEM_TEAMPROJECT,BUILD_BUILDID})=>server&&BUILD_BUILDID?`${server}${SYSTEM_TEAMPROJECT}/_build/results?buildId=${BUILD_BUILDID}`:void 0;
const joined=(address,between,id)=>address&&id?`${address}${between}${id}`:void 0;
const both=(first,second)=>first&&second?`${first}/${second}`:second||first||void 0;
const differ=(one,other)=>Boolean(one&&other&&one.toLowerCase()!==other.toLowerCase());
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
return JSON.parse(readFileSync$1(path,`utf8`))}catch{
return}};
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
const OF_HOOK=/^GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|SHALLOW_FILE|GRAFT_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/;
const withoutGitHook=env=>Object.fromEntries(Object.entries(env).filter(([name])=>!OF_HOOK.test(name)));
const DEFAULT_URL=`http://127.0.0.1:4700`;
const DEFAULT_TIMEOUT_MS=3e4;
const DEFAULT_ARTIFACTS_TIMEOUT_MS=6e4;
const resolveConfig=(options,env,detected,readLogin=()=>void 0)=>{
const ci=readCi(env,detected);
const given=text(options.apiKey)??text(env.SVC_API_KEY);
const named=text(options.url)??text(env.SVC_URL);
const login=!given&&!detected.isCI&&(isOn(options.login)??isOn(env.SVC_LOGIN)??true)?readLogin(env,named):void 0;
const apiKey=given??login?.apiKey;
const project=text(options.project)??text(env.SVC_PROJECT);
const declaredRoot=text(env.SVC_ROOT);
const url=toBase(login?.url??named??DEFAULT_URL);
const build=text(options.build)??text(env.SVC_BUILD)??ci?.build;
const machine=detected.isCI?void 0:machineOf(options.machine??env.SVC_MACHINE);
const proxy=readProxy$1(env);
const receipts=text(env.SVC_RECEIPTS);
const trial=text(env.SVC_TRIAL);
const problem=describeProblem(url,apiKey);
return{enabled:isOn(options.enabled)??isOn(env.SVC_ENABLED)??true,quiet:isOn(options.quiet)??isOn(env.SVC_QUIET)??false,recordsWithoutKey:isOn(options.record)??isOn(env.SVC_RECORD)??env.GITHUB_ACTIONS===`true`,url,suite:text(options.suite)??text(env.SVC_SUITE)??`default`,variant:text(options.variant)??text(env.SVC_VARIANT)??``,leg:text(options.leg)??legOf(env),build:build??uuidv4(),solitary:build===void 0,runAttempt:ci?.attempt??1,job:text(options.job)??text(env.SVC_JOB)??ci?.job??``,tags:readList(options.tags,env.SVC_TAGS),live:trial===void 0&&(isOn(options.live)??isOn(env.SVC_LIVE)??false),watch:isOn(options.watch)??isOn(env.SVC_WATCH)??false,timeoutMs:readTimeout(options.timeoutMs??env.SVC_TIMEOUT_MS,DEFAULT_TIMEOUT_MS),artifacts:trial?`none`:readArtifacts(options.artifacts)??readArtifacts(env.SVC_ARTIFACTS)??`failed`,artifactsTimeoutMs:readTimeout(options.artifactsTimeoutMs??env.SVC_ARTIFACTS_TIMEOUT_MS,DEFAULT_ARTIFACTS_TIMEOUT_MS),trust:ci?ci.code.fork?`fork`:`ci`:`local`,secrets:readSecrets(env,apiKey,readList(options.redact,env.SVC_REDACT)),gitEnv:readGitEnv(env),...apiKey&&{apiKey},...login&&{usesLogin:true},...project&&{project},...declaredRoot&&{declaredRoot},...machine&&{machine},...ci&&{ci},...proxy&&{proxy},...receipts&&{receipts},...trial&&{trial},...problem&&{problem}}};
const legOf=env=>text(env.SVC_LEG)??`${process.platform}-${process.arch}-node${process.versions.node.split(`.`)[0]}`;
const machineOf=given=>text(given??hostname());
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
const readProxy$1=env=>{
const http=text(env.http_proxy)??text(env.HTTP_PROXY);
const https=text(env.https_proxy)??text(env.HTTPS_PROXY);
const except=text(env.no_proxy)??text(env.NO_PROXY);
if(!http&&!https)return void 0;
return{...http&&{http},...https&&{https},...except&&{except}}};
const readGitEnv=env=>({...withoutGitHook(env),LC_ALL:`C`,GIT_OPTIONAL_LOCKS:`0`,GIT_TERMINAL_PROMPT:`0`,GIT_NO_LAZY_FETCH:`1`});
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
const content=read(join(folder,`HEAD`));
if(content===void 0)return{};
if(SHA.test(content))return{sha:content};
const ref=refOf(content);
if(!ref)return{};
const common=commonFolder(folder);
const sha=read(join(folder,ref))??read(join(common,ref))??packed(common,ref);
const branch=ref.startsWith(`refs/heads/`)?ref.slice(11):void 0;
return{...sha&&SHA.test(sha)&&{sha},...branch&&{branch}}};
const readOriginHead=root=>{
const folder=gitFolder(join(root,`.git`));
const head=read(join(folder,`HEAD`));
if(head===void 0||refOf(head)===PLACEHOLDER)return void 0;
const noted=read(join(commonFolder(folder),`refs/remotes/origin/HEAD`));
return noted===void 0?null:refOf(noted)?.replace(/^refs\/remotes\/origin\//,``)};
const readOriginUrl=root=>{
const settings=read(join(commonFolder(gitFolder(join(root,`.git`))),`config`));
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
const commonFolder=folder=>resolve(folder,read(join(folder,`commondir`))??`.`);
const gitFolder=path=>{
const target=/^gitdir: (.+)$/m.exec(read(path)??``)?.[1];
return target?resolve(path,`..`,target):path};
const packed=(common,ref)=>read(join(common,`packed-refs`))?.split(`
`).find(line=>line.endsWith(` ${ref}`))?.split(` `)[0];
const read=path=>{
try{
return readFileSync$1(path,`utf8`).trim()}catch{
return}};
const KEPT_EXPERIMENTS=`.experiments.json`;
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
const owner=JSON.parse(readFileSync$1(path,`utf8`));
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
const stat=readFileSync$1(`/proc/${pid}/stat`,`utf8`);
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
return{journal,...config.project&&{project:config.project},suite:config.suite,build:config.build,...config.solitary&&{solitary:true},runAttempt:config.runAttempt,...config.attempt!==void 0&&{attempt:config.attempt},part:{job:config.job,package:packageFolder,config:start.configFile?posix.relative(packageFolder,relative(start.configFile)):``,leg:config.leg,...start.shard&&{shard:start.shard}},trust:config.trust,code:root.kind===`git`?codeAtHand(config,root):{...config.ci?.code},...config.ci&&{ci:config.ci.run},runner:start.runner,client:start.client,root:root.kind,...root.kind!==`git`&&config.machine&&{machine:config.machine},environment:{os:process.platform,arch:process.arch,node:process.versions.node},...config.tags.length>0&&{tags:config.tags},startedAt:Math.round(start.startedAt??Date.now())}};
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
const name=repository?.split(`/`).at(-1)??await packageName(root)??basename(root);
return toSlug(name)||toSlug(basename(root))||void 0};
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
const hasMost=kind!==`end`&&segment.count>=most;
const line={piece,start,end,errors:errorsOf(piece,start,end)};
if(kind===`attempt`)line.group=numberAt(piece,start+ATTEMPT);
if(hasMost||!segment.hasRoom(line,groups)){
full.push(segment.close());
segment=makeSegment(withoutCodeowners(open),entry-1)}
segment.add(line,groups)});
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
const errorsOf=(piece,start,end)=>{
if(piece[end-3]!==CLOSING_CURLY)return 0;
const line=piece.subarray(start,end);
return timesIn(line,`"message":`)+timesIn(line,`"reason":`)};
const CLOSING_CURLY=125;
const timesIn=(line,key)=>{
let times=0;
for(let found=line.indexOf(key);found!==-1;found=line.indexOf(key,found+key.length))times+=1;
return times};
const makeSegment=(open,from)=>{
const first=Buffer.from(`${open}\n`);
const parts=[first];
const defined=new Set;
let count=0;
let bytes=0;
let names=0;
let errors=0;
let range;
const leave=()=>{
if(range)parts.push(range.piece.subarray(range.start,range.end));
range=void 0};
return{leave,hasRoom({start,end,errors:more,group=-1},groups){
if(count===0)return true;
const name=groups.get(group)?.length??0;
const definition=defined.has(group)?0:name;
return bytes<SEGMENT_BYTES&&first.length+bytes+definition+end-start<=LIMITS.segmentBytes&&names+name<=LIMITS.bodyNamesBytes&&errors+more<=LIMITS.bodyEntries},add({piece,start,end,errors:more,group=-1},groups){
const definition=groups.get(group);
if(definition&&!defined.has(group)){
leave();
defined.add(group);
parts.push(definition);
bytes+=definition.length}
if(range?.end===start)range.end=end;else{
leave();
range={piece,start,end}}
bytes+=end-start;
names+=definition?.length??0;
errors+=more;
count+=1},close(){
leave();
return{from,count,body:Buffer.concat(parts)}},get count(){
return count}}};
const setAside=async path=>{
const folder=rejectedFolder(join(path,`..`));
await mkdir(folder,{recursive:true});
const place=join(folder,basename(path));
await rename(path,place);
await rename(artifactFolder(path),artifactFolder(place)).catch(()=>void 0);
return place};
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
const known=code&&(KNOWN[code]??KINDS.find(([kind])=>kind.test(code))?.[1]);
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
const cut$2={reason:url=>url.startsWith(`http:`)?`the connection was cut before the answer was complete; if this persists, check whether the server requires https`:`the connection was cut before the answer was complete`,patience:`some`};
const unanswered={reason:()=>`no connection was established in time; check SVC_URL, the network and the firewall`,patience:`none`};
const BEFORE_THE_PROXY=new Set([refused,unresolved,unanswered]);
const otherTongue={reason:()=>`the answer is not HTTP; check SVC_URL`,patience:`none`};
const KNOWN={ECONNREFUSED:refused,ENOTFOUND:unresolved,EAI_AGAIN:unresolved,EAI_FAIL:unresolved,EAI_NODATA:unresolved,ECONNRESET:cut$2,ECONNABORTED:cut$2,EPIPE:cut$2,NO_CONNECTION:unanswered,ETIMEDOUT:unanswered,EHOSTUNREACH:unanswered,ENETUNREACH:unanswered,EADDRNOTAVAIL:unanswered,SILENT:{reason:(_url,waitedMs)=>`accepts requests, but sent no complete answer in ${Math.round(waitedMs/1e3)} s; check the server`,patience:`none`,isWhole:true},TIME_UP:{reason:()=>`sent no complete answer in time; to allow more time, raise the option timeoutMs or SVC_TIMEOUT_MS`,patience:`none`,isWhole:true},PROXY_KIND:{reason:()=>`HTTPS_PROXY or HTTP_PROXY is not an http or https address`,patience:`none`},CERT_HAS_EXPIRED:{reason:()=>`its certificate has expired; renew it, or set the clock of this machine`,patience:`none`},CERT_NOT_YET_VALID:{reason:()=>`its certificate is not valid yet; set the clock of this machine`,patience:`none`},ERR_TLS_CERT_ALTNAME_INVALID:{reason:()=>`its certificate is for another host; set SVC_URL to the host name in the certificate`,patience:`none`},DEPTH_ZERO_SELF_SIGNED_CERT:untrusted,SELF_SIGNED_CERT_IN_CHAIN:untrusted};
const KINDS=[[/^HPE_/,otherTongue],[/^EPROTO$|^ERR_SSL_/,{reason:()=>`the TLS handshake failed; check whether SVC_URL should begin with http://`,patience:`none`}],[/CERT|VERIFY/,untrusted]];
const causesOf=(error,depth=0)=>{
if(!(error instanceof Error)||depth>5)return[];
return[error,...error instanceof AggregateError?error.errors.flatMap(each=>causesOf(each,depth+1)):[],...causesOf(error.cause,depth+1)]};
const codeOf=error=>`code`in error&&typeof error.code===`string`?error.code:void 0;
const CONNECT_MS=5e3;
const loadUndici=()=>import(`./small-undici.js`);
const findRoutes=proxy=>{
const routes=new Map;
return async url=>{
const undici=await loadUndici();
const route=routes.get(url.origin)??makeRoute(undici,url,proxy,()=>void routes.delete(url.origin));
routes.set(url.origin,route);
return route}};
const makeRoute=({buildConnector,EnvHttpProxyAgent,Pool},url,{http,https,except=``}={},onGivenUp)=>{
const named=readProxy(url.protocol===`https:`?https:http);
const givenUp=new AbortController;
const connecting={timeout:CONNECT_MS,autoSelectFamilyAttemptTimeout:1e3,signal:givenUp.signal};
const connect=buildConnector(connecting);
let isDirect=false;
const agent=new EnvHttpProxyAgent({httpProxy:named?.address??``,httpsProxy:named?.address??``,noProxy:isLoopback(url.hostname)||isInAnyRange(url.hostname,except)?`*`:except,...named?.token&&{token:named.token},proxyTunnel:false,proxyTls:connecting,requestTls:connecting,clientFactory:(origin,options)=>new Pool(origin,{...options,headersTimeout:CONNECT_MS}),connect:(options,done)=>{
isDirect=true;
connect(options,done)}});
const proxy=()=>isDirect?void 0:named?.host;
let open=0;
const end=()=>{
open-=1};
return{proxy,async request(options){
open+=1;
try{
const answer=await Promise.race([agent.request(options),...options.signal?[aborted(options.signal)]:[]]);
answer.body.on(`error`,()=>void 0).once(`close`,end);
return answer}catch(error){
end();
if(open===0){
onGivenUp();
agent.destroy().catch(()=>void 0);
givenUp.abort()}
throw error}},failure:(error,waited)=>{
const cause=toNodeError(error,waited);
const place=proxy();
return place?new NetworkError(`PROXY`,{cause,proxy:place}):cause}}};
const aborted=signal=>new Promise((_,reject)=>signal.addEventListener(`abort`,()=>reject(signal.reason),{once:true}));
const readProxy=named=>{
if(!named)return void 0;
const address=/^[a-z][a-z0-9+.-]*:\/\//i.test(named)?named:`http://${named}`;
const url=URL.canParse(address)?new URL(address):void 0;
if(!url||!/^https?:$/.test(url.protocol))throw new NetworkError(`PROXY_KIND`);
const{host,origin}=url;
const login=[url.username,url.password].map(decode).join(`:`);
return{address:origin,host,token:login===`:`?``:`Basic ${Buffer.from(login).toString(`base64`)}`}};
const decode=text=>{
try{
return decodeURIComponent(text)}catch{
return text}};
const NODE_CODES={UND_ERR_CONNECT_TIMEOUT:`NO_CONNECTION`,UND_ERR_SOCKET:`ECONNRESET`,UND_ERR_RES_CONTENT_LENGTH_MISMATCH:`ECONNRESET`,UND_ERR_HEADERS_OVERFLOW:`HPE_HEADER_OVERFLOW`,HTTPParserError:`HPE_INVALID_CONSTANT`,UND_ERR_HEADERS_TIMEOUT:`SILENT`,UND_ERR_BODY_TIMEOUT:`SILENT`};
const toNodeError=(thrown,{ms,silenceMs})=>{
const error=thrown instanceof Error?thrown:new Error(String(thrown));
const refusal=/^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(error.message)?.[1];
const name=`code`in error&&error.code?String(error.code):error.name;
const code=refusal?`PROXY_${refusal}`:NODE_CODES[name];
if(code===`SILENT`&&ms<silenceMs)return new NetworkError(`NO_CONNECTION`,{cause:error});
return code?new NetworkError(code,{cause:error,waitedMs:silenceMs}):error};
const isLoopback=host=>/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
const isInAnyRange=(host,except)=>except.split(/[\s,]+/).some(entry=>entry===`*`||isInRange(host.replace(/^\[|\]$/g,``),entry));
const isInRange=(host,entry)=>{
const family=isIP(host);
const[network=``,bits=family===4?`32`:`128`]=entry.split(`/`);
if(!family||family!==isIP(network))return false;
if(!/^\d{1,3}$/.test(bits)||Number(bits)>(family===4?32:128))return false;
const kind=family===4?`ipv4`:`ipv6`;
const range=new BlockList;
range.addSubnet(network,Number(bits),kind);
return range.check(host,kind)};
const SILENCE_MS=1e4;
const ANSWER_BYTES$2=262144;
const PIECE_BYTES=65536;
const makePost=proxy=>{
const findRoute=findRoutes(proxy);
return async(url,headers,given,timeoutMs,method=given?`POST`:`GET`,mostBytes=ANSWER_BYTES$2)=>{
const body=given??new Uint8Array;
const signal=AbortSignal.timeout(Math.max(1,Math.ceil(timeoutMs)));
const silenceMs=Math.max(SILENCE_MS,timeoutMs/10);
const start=performance.now();
const route=await findRoute(new URL(url));
const limits={headersTimeout:silenceMs,bodyTimeout:silenceMs,signal};
const failureOf=error=>route.failure(signal.aborted?new NetworkError(`TIME_UP`):error,{ms:performance.now()-start,silenceMs});
const answer=await ask$2(route,url,{method,headers,body,...limits}).catch(error=>{
throw failureOf(error)});
const{status,header}=toAnswer(answer);
const pieces=[];
let size=0;
try{
for await(const piece of answer.body){
size+=pieces.push(piece)&&piece.length;
if(size>mostBytes)break}}catch(error){
if(status===200)throw failureOf(error)}
const bytes=Buffer.concat(pieces);
return{status,header,body:bytes.toString(),bytes,proxy:route.proxy()}}};
const ask$2=(route,to,{headers,body,onConnected,...more})=>{
const{origin,pathname,search}=new URL(to);
return route.request({origin,path:`${pathname}${search}`,...more,headers:{"user-agent":`svc-client`,...headers,...body.length>0&&{"content-length":String(body.length)}},...body.length>0&&{body:Readable.from(piecesOf(body,onConnected),{objectMode:false})}})};
async function*piecesOf(body,onConnected){
onConnected?.();
for(let start=0;start<body.length;start+=PIECE_BYTES)yield body.subarray(start,start+PIECE_BYTES)}
const toAnswer=({statusCode,headers,body})=>({status:statusCode,header:name=>[headers[name]].flat().join(`, `)||null,body});
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
return await sendAll(upload,makePost(config.proxy),config.apiKey)}catch(error){
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
const{step,patience=`none`,waitMs=0}=judge$2(answer,url);
if(!(`kind`in step)||tried>=(upload.tries??tries[patience]))return step;
const pause=Math.max(waitMs,pauseAfter(patience,tried));
if(performance.now()+pause>=upload.deadline)return step;
last=step;
if(waitMs>0)upload.onWait?.(pause,step.reason.replaceAll(key,MASK));
await sleep(pause)}};
const judge$2=(answer,url)=>{
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
const trials=await findKept(flush.root);
if(trials.length===0||obstacle)return flushed;
const{flushKept}=await import(`./kept-experiments2.js`);
for(const path of trials.slice(0,most)){
const kept=await flushKept(path,flush.config,flush.deadline);
if(kept)flushed.push(kept)}
return flushed};
const findKept=async root=>{
const folder=journalFolder(root);
return(await readdir(folder).catch(()=>[])).filter(name=>name.endsWith(KEPT_EXPERIMENTS)).map(name=>join(folder,name))};
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
const{trouble,note,hasLoss}=(outcome.kind===`sent`?await sendKept(path,summary.open,outcome,flush):void 0)??{};
return{...about,...await settle$1(path,trouble??outcome),...note&&{note},...hasLoss&&{hasLoss},...trouble&&{hasResults:true,...`url`in outcome&&{url:outcome.url}}}}catch(error){
if(isMissing(error))return void 0;
const reason=error instanceof Error?error.message:String(error);
return{...unread,state:`postponed`,reason:`the journal could not be read: ${reason}`}}finally{
removeLock(path)}};
const sendResults=async(path,{source,summary,line},flush)=>{
const before=existsSync$1(artifactFolder(path))?await resultsSentBefore(path):void 0;
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
if(!existsSync$1(artifactFolder(path)))return void 0;
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
const settle$1=async(path,outcome)=>{
if(outcome.kind===`sent`){
const kept=await rm(path,{force:true}).catch(error=>error);
await rm(artifactFolder(path),{recursive:true,force:true}).catch(()=>void 0);
const reason=kept&&`the journal could not be removed: ${kept.message}`;
const{url}=outcome;
return{path,state:`sent`,...url&&{url},...reason&&{reason}}}
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
const gate$1=(report,failOn)=>[...RULES[failOn](report),...failOn===`never`?[]:notRun(report)];
const RULES={regressions:report=>{
if(!report.hasBase)return counted(countNewFailures(report),`failure`,NO_BASE);
const{mine,unknown,errors,failingDifferently}=report.totals;
return[...counted(mine+unknown+errors,`failure`,` caused, or possibly caused, by this change`),...notCompared(report),...counted(failingDifferently,`failure`,` that the base has too, possibly with another error`)]},"new-failures":report=>counted(countNewFailures(report),`new failure`),failures:({execution:{counts,state}})=>{
const failures=counted(counts.failed+counts.errors,`failure`);
return failures.length===0&&state===`failed`?[`the run failed although no test failed`]:failures},never:()=>[]};
const countNewFailures=({totals,hasBase,execution:{counts}})=>hasBase?totals.regressions+totals.newFailures+totals.failuresNotCompared+totals.errors:counts.failed+counts.errors;
const notCompared=({totals,failures})=>counted(totals.failuresNotCompared,`failure`,` that the base has no result for`).map(said=>{
const named=failures.filter(({kind})=>kind===`not-compared`).slice(0,MOST_NAMED);
const more=totals.failuresNotCompared-named.length;
const why=named.map(({titles,leg,because})=>`"${titles.join(` › `)}"${leg?` on ${leg}`:``}${because?`: ${because}`:``}`);
return why.length===0?said:`${said} (${[...why,...more>0?[`${more} more`]:[]].join(`; `)})`});
const notRun=({cutOff})=>cutOff.length===0?[]:[`not all tests ran (${cutOff.join(`; `)}): run them all, for example without a bail`];
const NO_BASE=` and no run to compare with; run the tests on the default branch once, in the same suite`;
const MOST_NAMED=3;
const counted=(count,what,more=``)=>count===0?[]:[`${count} ${what}${count===1?``:`s`}${more}`];
const MOST_FILES$1=5e3;
const filesOf$1=tests=>{
const files=new Map;
for(const{file,variant,span}of tests){
if(!span)continue;
const key=JSON.stringify([file,variant]);
files.set(key,{file,variant,...around(files.get(key),span)})}
return[...files.values()].sort((one,other)=>one.startMs-other.startMs).slice(0,MOST_FILES$1)};
const spanOf=(known,status,startMs,durationMs)=>{
if(status!==`skipped`&&typeof startMs===`number`&&typeof durationMs===`number`)return{span:around(known,{startMs,endMs:startMs+durationMs})};
return known?{span:known}:{}};
const around=(known,{startMs,endMs})=>({startMs:Math.min(known?.startMs??startMs,startMs),endMs:Math.max(known?.endMs??endMs,endMs)});
const together=(one,other)=>({passed:one.passed+other.passed,failed:one.failed+other.failed,flaky:one.flaky+other.flaky,skipped:one.skipped+other.skipped,errors:one.errors+other.errors,cutOff:one.cutOff+other.cutOff,failures:[...one.failures,...other.failures],...one.code&&{code:one.code},...one.leg!==void 0&&one.leg===other.leg&&{leg:one.leg}});
const MOST_TALLIED_BYTES=268435456;
const MOST_TESTS=2e5;
const MOST_FAILURES$1=50;
const tallyNameOf=({file,titles,variant,leg})=>JSON.stringify(titles.length===0?[file??``]:[file??``,variant,leg,...titles]);
const tally=async(paths,mostFailures=MOST_FAILURES$1)=>{
const counted=nothingCounted(mostFailures);
const legs=new Set;
for(const path of paths){
const tests=[...await readTests(path,counted)];
const ran=filesOf$1(tests);
for(const test of tests)count$2(test,ran,counted);
legs.add(counted.leg)}
const{mostFailures:_,leg,hasEnded:__,...tally}=counted;
return{...tally,...legs.size===1&&{leg}}};
const outcomesOf=async paths=>{
const counted=nothingCounted(MOST_FAILURES$1);
const tests=[];
for(const path of paths)for(const test of await readTests(path,counted))tests.push({...test,leg:counted.leg,result:resultOf(test)});
return{tests,errors:counted.failures,files:paths.length===1?filesOf$1(tests):[],...counted.code&&{code:counted.code}}};
const nothingCounted=mostFailures=>({passed:0,failed:0,flaky:0,skipped:0,errors:0,cutOff:0,failures:[],mostFailures,leg:``,hasEnded:false});
const readTests=async(path,counted)=>{
const bytes=(await stat(path)).size;
if(bytes>MOST_TALLIED_BYTES)return[];
counted.leg=``;
counted.hasEnded=false;
const tests=new Map;
const groups=new Map;
for await(const piece of readWhole({path,bytes,lines:[],isFound:true}))eachLine(piece,(start,end)=>takeLine(parseJson(piece.toString(`utf8`,start,end)),tests,groups,counted));
if(!counted.hasEnded)counted.cutOff+=1;
return tests.values()};
const takeLine=(line,tests,groups,counted)=>{
if(!Array.isArray(line))return;
const[kind,number,third,status,startMs,durationMs,detail]=line;
if(kind===`open`){
counted.leg=textAt(third,`part.leg`)??counted.leg;
const commit=textAt(third,`code.testedSha`);
if(commit)counted.code={commit,dirty:at(third,`code.dirty`)===true}}
if(kind===`group`)groups.set(number,third);
if(kind===`end`){
counted.cutOff+=countAt(number,`unfinished`)??0;
counted.hasEnded=textAt(number,`status`)!==`interrupted`}
if(kind===`attempt`&&status===`skipped`&&isCutOff(at(detail,`skip`)))counted.cutOff+=1;
if(kind===`error`){
counted.errors+=1;
fail(counted,{file:textAt(number,`file`)??``,titles:[],variant:``,leg:counted.leg,message:textAt(number,`failure.message`)??``,...failurePlaceOf(at(number,`failure`))})}
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
tests.set(key,{file,titles,variant,...occurrence>0&&{occurrence},repeats,message:textAt(error,`message`)??known?.message??``,...known?.place&&{place:known.place},...failurePlaceOf(error),...errorOf(error,known),...spanOf(known?.span,status,startMs,durationMs)})};
const errorOf=(failure,known)=>{
const named=from=>{
const message=textAt(from,`message`);
const name=textAt(from,`name`);
return message===void 0?void 0:{message:cut$1(message),...name&&name.length<=LIMITS.nameBytes&&{name}}};
const own=named(failure);
if(!own)return known?.error?{error:known.error}:{};
const[stack,cause]=[textAt(failure,`stack`),named(at(failure,`cause`))];
const{place:location}=failurePlaceOf(failure);
return{error:{...own,...stack&&{stack:cut$1(stack)},...location&&{location},...cause&&{cause}}}};
const cut$1=text=>text.slice(0,LIMITS.experimentErrorLength).replace(/[\uD800-\uDBFF]$/,``);
const isCutOff=skip=>{
const kind=textAt(skip,`kind`);
return kind===`interrupted`||kind===`hook`||kind===`filtered`&&textAt(skip,`reason`)!==void 0};
const failurePlaceOf=failure=>{
const file=textAt(failure,`location.file`);
const line=countAt(failure,`location.line`);
return file&&line?{place:{file,line}}:{}};
const resultOf=({repeats})=>[...repeats.values()].reduce((worst,each)=>RANK[each]>RANK[worst]?each:worst);
const count$2=(test,ran,counted)=>{
const result=resultOf(test);
const{file,titles,variant,occurrence,message,place}=test;
counted[result]+=1;
if(result===`failed`)fail(counted,{file,titles,variant,...occurrence!==void 0&&{occurrence},leg:counted.leg,message,...place&&{place},ran})};
const fail=({failures,mostFailures},failure)=>{
if(failures.length<mostFailures)failures.push(failure)};
const nameOfReported=({testFile,file,titles,variant,leg})=>tallyNameOf({file:testFile??file,titles,variant,leg});
const ownResults=(reports,tally)=>{
if(!tally||tally.failures.length<tally.failed+tally.errors)return reports;
const listed=new Set(reports.flatMap(({failures})=>failures.map(nameOfReported)));
const isListed=tally.failures.every(each=>each.titles.length===0||listed.has(tallyNameOf(each)));
const hasAllErrors=reports.every(({failures,totals})=>count$1(failures,isError)===totals.errors);
if(!isListed||!hasAllErrors)return reports;
const names=new Set(tally.failures.map(tallyNameOf));
return reports.map(report=>reduced(report,each=>names.has(nameOfReported(each)),tally))};
const reduced=(report,isOwn,tally)=>{
const{execution,totals}=report;
const failures=report.failures.filter(isOwn);
const ofKind=kind=>count$1(failures,each=>each.kind===kind);
const{failed,errors}=execution.counts;
const own={failed:failures.length-ofKind(`error`),errors:Math.min(errors,tally.errors)};
const isOthers=failed+errors>0&&own.failed+own.errors===0;
return{...report,failures,cutOff:tally.cutOff>0?report.cutOff:[],totals:{...totals,regressions:ofKind(`regression`),newFailures:ofKind(`new`),failuresNotCompared:ofKind(`not-compared`),failingDifferently:count$1(failures,isUnclear),errors:ofKind(`error`),mine:count$1(failures,isBlamed(`mine`)),unknown:count$1(failures,isBlamed(`unknown`))},execution:{...execution,state:isOthers?`passed`:execution.state,counts:{...execution.counts,...own}}}};
const isError=({kind})=>kind===`error`;
const isBlamed=verdict=>({kind,verdict:own})=>(kind===`regression`||kind===`new`)&&own===verdict;
const isUnclear=({kind,verdict})=>kind===`still-failing`&&!isExplained(verdict);
const count$1=(all,isWanted)=>all.filter(isWanted).length;
const within$1=async(work,deadline)=>{
let timer;
const late=new Promise(resolve=>{
timer=setTimeout(()=>resolve(void 0),Math.max(0,deadline-performance.now()))});
try{
return await Promise.race([work,late])}finally{
clearTimeout(timer)}};
var Trouble=class extends Error{status;said;isLimit;constructor(message,status,{said=``,isLimit=false}={}){
super(message);
this.status=status;
this.said=said;
this.isLimit=isLimit}};
const wordsOf=error=>error instanceof Error?error.message:String(error);
const ask$1=async({log,settings},act,wrong)=>{
try{
return await act()}catch(error){
if(!(error instanceof Trouble))throw error;
const blamed=wrong&&wrongInput(settings,error);
if(blamed)wrong.push(blamed);
log.note(`error`,blamed??error.message);
return}};
const wrongInput=({base,project},error)=>{
if(!(error instanceof Trouble))return void 0;
const{status,said}=error;
const isNone=what=>status===404&&said.includes(`no such ${what}`);
if(base&&(isNone(`execution`)||status===400&&said.startsWith(`base `)))return`The input base is ${JSON.stringify(base)}, which the server rejected (${status}: ${said}). Set it to auto, or to the id of an execution of the same project.`;
if(project&&isNone(`project`))return`The input project is ${JSON.stringify(project)}, which the server did not find with this key (${status}: ${said}). Set it to the slug of a project with results; the first upload to a project creates it.`};
const shaAt=(value,path)=>{
const sha=textAt(value,path)?.toLowerCase();
return sha&&/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)?sha:void 0};
const LONGEST_PAUSE_MS$1=6e4;
const pause=async(ms,deadline,trouble,onWait)=>{
if(ms>6e4||performance.now()+ms>=deadline)throw trouble;
onWait?.();
await sleep(ms)};
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
const TRIES$1=4;
const ANSWER_BYTES$1=16777216;
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
const answer=await post(`${url}${path}`,headers,body,left,method,ANSWER_BYTES$1).catch(error=>describeNetworkError(error,url));
if(`patience`in answer){
const trouble=new Trouble(`${inInputs(answer.reason)}.`);
if(answer.patience===`none`||tried>=TRIES$1)throw trouble;
await pause(pauseMs(tried),deadline,trouble);
continue}
const parsed=parseJson(answer.body);
if(answer.status===200&&textAt(parsed,`error.code`)===void 0&&isAnswer(parsed))return parsed;
const trouble=new Trouble(describeRefusal(answer,parsed,url,path,isOidc),answer.status,{said:textAt(parsed,`error.message`)??``});
if(!(answer.status===429||answer.status>=500)||tried>=TRIES$1)throw trouble;
const retryMs=retryAfterMs(answer.header(`retry-after`),answer.header(`date`));
const ms=Math.max(retryMs??0,pauseMs(tried));
const reason=`rate limit reached (${answer.status}: ${trouble.said})`;
await pause(ms,deadline,trouble,()=>retryMs&&say(waitingFor(ms,reason)))}};
const isAnswer=parsed=>typeof parsed===`object`&&parsed!==null&&`data`in parsed;
const waitingFor=(ms,reason)=>`waiting ${Math.ceil(ms/1e3)} s: ${reason}`;
const inInputs=reason=>reason.replaceAll(/the option timeoutMs or SVC_TIMEOUT_MS/g,`the input timeout-seconds`).replaceAll(/SVC_URL or the option url/g,`the input url`).replaceAll(`SVC_URL`,`the input url`).replaceAll(`SVC_API_KEY`,`the input api-key`);
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
const exchangeKey=async({env,settings,config,event,log,post,deadline})=>{
const{organization,project}=settings;
if(!env.ACTIONS_ID_TOKEN_REQUEST_URL||!env.ACTIONS_ID_TOKEN_REQUEST_TOKEN)throw new Trouble(event.isFork||event.isDependabot?NOT_FOR_FORKS:NO_PERMISSION);
const makeBody=async()=>{
return{token:await askIdToken(audienceOf(config.url,organization),deadline),organization,...project&&{project}}};
const answer=await makeSvc({url:config.url,apiKey:``,post,deadline,say:log.say}).post(EXCHANGE,makeBody);
const key=textAt(answer,`data.key`);
if(!key)throw new Trouble(`The server returned no key for the token of this job. Use the same version of action and server.`);
log.mask(key);
const now=textAt(answer,`data.organization`);
if(now&&now!==organization)log.note(`notice`,`The organization ${organization} now has the slug ${now}. The old slug still works; to use the new one, set "organization: ${now}".`);
return key};
const NOT_FOR_FORKS=`GitHub signs no tokens for pull requests from forks, so oidc is not available. The companion workflow in docs/reference/github-action.md reports them.`;
const NO_PERMISSION="The input oidc is true, but GitHub signs no token for this job. Add `permissions: id-token: write` to the job, and to the caller of a reusable workflow.";
const askIdToken=async(audience,deadline)=>{
const token=await within$1(getIDToken(audience),deadline).catch(error=>{
throw unsigned(wordsOf(error).replace(/\s+/g,` `).slice(0,200))});
if(!token)throw unsigned(`no answer in time`);
return token};
const unsigned=why=>new Trouble(`GitHub signed no token (${why}). Re-run the job, or use api-key instead of oidc.`);
const connect=async context=>{
const{settings,event,log,config}=context;
const hasNoSecrets=event.isFork||event.isDependabot;
if(settings.apiKey===``&&hasNoSecrets&&!mayAskIdToken(context))return{kind:`fork`};
if(settings.url===``){
log.note(`error`,`The input url is missing. Set it to the address of the svc server, such as https://tests.example.com.`);
return{kind:`none`}}
if(config.problem){
log.note(`error`,`${capital$1(inInputs(config.problem))}.`);
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
const capital$1=text=>text.charAt(0).toUpperCase()+text.slice(1);
const MOST_EVENT_BYTES=33554432;
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
return{id,headSha,attempt:countAt(payload,`workflow_run.run_attempt`)||1,event:textAt(payload,`workflow_run.event`)??``,name:textAt(payload,`workflow_run.name`)??``,path:toWorkflowPath(textAt(payload,`workflow_run.path`)),...headRepository&&{headRepository}}};
const toWorkflowPath=(path=``)=>path.split(`@`,1)[0]?.match(/^\.github\/workflows\/[^/]{1,200}$/)?.[0]??``;
const readPayload=path=>{
try{
return path&&statSync(path).size<=MOST_EVENT_BYTES?parseJson(readFileSync$1(path,`utf8`)):void 0}catch{
return}};
const isPlace=number=>typeof number===`number`&&Number.isInteger(number)&&number>0&&number<=LARGEST;
const present=facts=>Object.fromEntries(Object.entries(facts).filter(([,value])=>value!==void 0));
const UUID$1=/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const toExecution=value=>{
const id=textAt(value,`id`);
if(!id)return void 0;
const count=name=>countAt(value,`counts.${name}`)??0;
return{id,url:textAt(value,`url`)??``,project:textAt(value,`project`)??``,suite:textAt(value,`suite`)??``,framework:textAt(value,`framework`)??``,state:textAt(value,`state`)??`unknown`,repository:textAt(value,`repository`)??null,pullRequest:countAt(value,`pullRequest`)??null,headSha:textAt(value,`headSha`)??null,mergeBaseSha:textAt(value,`mergeBaseSha`)??null,testedSha:textAt(value,`testedSha`)??null,counts:{total:count(`total`),passed:count(`passed`),failed:count(`failed`),flaky:count(`flaky`),skipped:count(`skipped`),errors:count(`errors`)}}};
const idInUrl=url=>url?.match(UUID$1)?.at(-1)?.toLowerCase();
const executionsOf=async(svc,filter)=>{
const answer=await svc.get(`/api/executions`,{limit:50,...filter});
return listAt(answer,`data`).flatMap(each=>toExecution(each)??[])};
const hasTrustedRun=async(svc,{repository,...filter})=>{
const answer=await svc.get(`/api/executions`,{limit:200,...filter});
return listAt(answer,`data`).some(each=>textAt(each,`trust`)===`ci`&&textAt(each,`repository`)?.toLowerCase()===repository.toLowerCase())};
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
const asCode=text=>`<code>${plainMarkdown(text,300)||` `}</code>`;
const MOST_SHOWN=50;
const localSummary=({passed,failed,flaky,skipped,errors,failures},why)=>{
const all=failed+errors;
const head=all>0?`❌ **${count(all,`failure`)}**`:`✅ **All passed**`;
const counts=[`${passed} passed`,`${failed} failed`,`${flaky} flaky`,`${skipped} skipped`].join(` · `);
const shown=failures.slice(0,MOST_SHOWN);
const details=shown.map(({file,titles,message})=>`<details><summary>${asCode(titles.join(` › `)||`outside any test`)}${file===``?``:` ${asCode(file)}`}</summary>\n\n${codeBlock(message)}\n\n</details>`);
const more=all>shown.length?[`… and ${all-shown.length} more`]:[];
return[`### ${head}`,counts,why,...details,...more].join(`

`)};
const count=(number,what)=>`${number} ${what}${number===1?``:`s`}`;
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
const text=`${count(missing,`more failure`)} without an annotation, because GitHub shows 10 per level${where}.${all}`;
if(!log.annotate({level:`notice`,title:`svc`,message:text}))log.say(text)};
const MOST_FILES=5;
const MOST_PAGES$2=3;
const filesOf=failures=>{
const byFile=[...Map.groupBy(failures,({file})=>file||`no file`)];
byFile.sort((a,b)=>b[1].length-a[1].length);
const more=byFile.length-MOST_FILES;
return`${byFile.slice(0,MOST_FILES).map(([file,those])=>`${file} (${those.length})`).join(`, `)}${more>0?` and ${count(more,`more file`)}`:``}`};
const titleOf=({titles,kind})=>(titles.join(` › `)||(kind===`error`?`Failed outside any test`:`A test failed`)).slice(0,200);
const isRepositoryPath=file=>file!==null&&file!==``&&!file.startsWith(`/`)&&!file.startsWith(`../`)&&!/^[A-Za-z]:/.test(file);
const setOutputs=values=>{
for(const[name,value]of Object.entries(values))setOutput(name,value)};
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
if(!existsSync$1(place)){
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
const MOST_SUMMARY_BYTES=1e6;
const LEFT_OUT=`

_The rest was omitted, because GitHub limits summaries to 1 MiB._
`;
const SIGN={error:`❌`,warning:`⚠️`,notice:`ℹ️`};
const composeSummary=(parts,notes,mostBytes)=>{
const texts=notes.map(({level,text})=>`${SIGN[level]} ${plainMarkdown(text,1e3)}`).join(`

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
const writeSummary=async(path,parts,notes)=>{
if(!path||parts.length===0&&notes.length===0)return;
const usedBytes=statSync(path,{throwIfNoEntry:false})?.size??0;
await summary.addRaw(composeSummary(parts,notes,MOST_SUMMARY_BYTES-usedBytes)).write()};
const MOST_PAGES$1=5;
const tallyHere=async({event,settings})=>{
const{workspace,temp}=event;
const paths=pathsOf(await findJournals({workspace,temp,paths:settings.journals}));
return paths.length>0?tally(paths).catch(()=>void 0):void 0};
const toReported=({file,titles,variant,leg,message,place})=>({kind:`not-compared`,titles,variant,leg,testFile:file,file:place?.file??file,line:place?.line??null,message,verdict:null,because:null,owners:[]});
const judgeHere=({settings,log,isPost},{failed,errors})=>{
const failures=failed+errors;
if(isPost||failures===0)return false;
const said=`${count(failures,`failure`)} in the results of this job`;
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
if(settings.summary)await writeSummary(env.GITHUB_STEP_SUMMARY,tally?[{full:localSummary(tally,why),short:``}]:[],log.notes);
if(!isPost)setOutputs(outputsOf([],[],{...tally&&{tally},...journals&&{journals}}));
return isRed};
const annotateAll=async({github,event,log},failures,pullRequest,more={})=>{
if(failures.length===0)return;
let changed=new Set;
if(event.repository&&pullRequest!==void 0&&github.hasToken)changed=await changedFiles(github,event.repository,pullRequest).catch(error=>{
log.say(`cannot read the changed files: ${wordsOf(error)}`);
return new Set});
annotate(log,failures,changed,more)};
const changedFiles=async(github,{full},pullRequest)=>{
const path=`/repos/${full}/pulls/${pullRequest}/files`;
const files=await github.list(path,MOST_PAGES$1);
return new Set(files.flatMap(each=>textAt(each,`filename`)??[]))};
const FOLDER=`svc-journals`;
const RUN_FILE=`run.json`;
const MOST_KEPT_BYTES=67108864;
const NAME=/^[0-9a-f-]{36}\.ndjson$/;
const keepForCompanion=async context=>{
const{event,settings,log}=context;
const{workspace,temp}=event;
const isDone=context.isPost&&getState(`told`)===`true`;
const{roots,problems}=await findJournals({workspace,temp,paths:settings.journals});
for(const problem of problems)log.note(`warning`,problem);
const paths=roots.flatMap(journalsOf).filter(path=>NAME.test(basename(path)));
const target=join(temp||workspace,FOLDER);
if(paths.length>0)copy(paths,target,context);
if(isDone)return{hasTrouble:false,isRed:false};
if(paths.length===0)log.note(`warning`,`Nothing to report: no test results found below ${workspace}. Add an svc reporter to the test runner, and place this step after the tests.`);
log.say(`this run has no secrets; the companion workflow compares and comments: docs/reference/github-action.md`);
return{hasTrouble:false,isRed:await tellLocal(context,paths.length>0?await tally(paths):void 0,{why:`This run has no secrets and cannot compare its results. After this workflow, the companion workflow compares them with the base branch and comments.`,...paths.length>0&&{journals:target}})}};
const copy=(paths,target,{event,log,settings})=>{
mkdirSync(target,{recursive:true});
const{project,suite}=settings;
const inputs={...inputsBefore(target)};
for(const path of paths){
if(statSync(path).size>MOST_KEPT_BYTES)log.note(`warning`,`The journal ${path} is larger than ${MOST_KEPT_BYTES} bytes and was skipped.`);else copyFileSync(path,join(target,basename(path)));
inputs[basename(path,`.ndjson`)]??={project,suite}}
const{pullRequest,headSha,runId,runAttempt}=event;
const claim={pullRequest,headSha,runId,runAttempt,inputs};
writeFileSync(join(target,RUN_FILE),`${JSON.stringify(claim)}\n`)};
const inputsBefore=target=>{
try{
const inputs=at(parseJson(readFileSync$1(join(target,RUN_FILE),`utf8`)),`inputs`);
return typeof inputs===`object`&&inputs!==null?inputs:{}}catch{
return{}}};
const TRIES=4;
const ANSWER_BYTES=33554432;
const makeGitHub=access=>{
let made;
const octokit=()=>{
made??=makeOctokit(access);
return made};
const request=async(method,url,body)=>(await octokit()).request({method,url,...body});
return{hasToken:access.token!==``,call:async(method,path,body)=>(await request(method,path,body)).data,graphql:async(query,variables)=>(await request(`POST`,access.graphqlUrl,{query,variables})).data,async list(path,mostPages){
const entries=[];
const url=`${path}${path.includes(`?`)?`&`:`?`}per_page=100`;
let pages=0;
for await(const{data}of(await octokit()).paginate.iterator({method:`GET`,url})){
entries.push(...Array.isArray(data)?data:[]);
pages+=1;
if(pages===mostPages)break}
return entries},async download(path,mostBytes){
const{data,headers}=await request(`GET`,path);
const place=headers.location;
if(!place)return within(mostBytes,data instanceof ArrayBuffer?Buffer.from(data):Buffer.alloc(0),path);
if(!URL.canParse(place)||!/^https?:$/.test(new URL(place).protocol))throw new Trouble(`GitHub returned no valid address for the artifact. Re-run the job.`);
return patiently(access,{method:`GET`,url:place},async()=>{
const response=await fetchOver(access,mostBytes)(place,{method:`GET`,headers:{}});
if(!response.ok)throw Object.assign(new Error,{response:{status:response.status}});
return Buffer.from(await response.arrayBuffer())})}}};
const within=(mostBytes,bytes,what)=>{
if(bytes.length<=mostBytes)return bytes;
throw new Trouble(`GitHub's answer to ${what} is larger than ${mostBytes} bytes and was ignored.`)};
const makeOctokit=async access=>{
const{GitHub:Octokit}=await import(`./utils.js`).catch(error=>{
throw new Trouble(`GitHub's toolkit did not start: ${wordsOf(error).slice(0,200)}. Re-run the job.`)});
const{token,apiUrl}=access;
const octokit=new Octokit({baseUrl:apiUrl,userAgent:`svc-action`,...token&&{auth:token},request:{fetch:fetchOver(access)}});
octokit.hook.wrap(`request`,(request,options)=>{
options.headers[`x-github-api-version`]=`2022-11-28`;
return patiently(access,options,async()=>request(options))});
return octokit};
const HEADERS=[`content-type`,`date`,`link`,`location`,`retry-after`,`x-ratelimit-remaining`,`x-ratelimit-reset`];
const fetchOver=({post,deadline},mostBytes=ANSWER_BYTES)=>async(to,{method,headers,body})=>{
const left=deadline-performance.now();
if(left<=0)throw new Trouble(`Time ran out before GitHub answered. To allow more time, raise the input timeout-seconds.`);
const{status,header,bytes}=await post(to,headers,body===void 0?void 0:Buffer.from(body),left,method,mostBytes);
const kept=HEADERS.flatMap(name=>{
const value=header(name);
return value===null?[]:[[name,value]]});
const isEmpty=status===204||status===205||status===304;
const whole=within(mostBytes,bytes,`${method} ${new URL(to).pathname}`);
const response=new Response(isEmpty?null:new Uint8Array(whole),{status,headers:kept});
return Object.defineProperty(response,"url",{value:to})};
const patiently=async({apiUrl,graphqlUrl,deadline,say},{method,url},act)=>{
const what=`${method} ${new URL(/^https?:/.test(url)?url:`${apiUrl}${url}`).pathname}`;
const isRead=method!==`POST`||url===graphqlUrl;
for(let tried=1;;tried+=1)try{
return await act()}catch(error){
const{trouble,limitMs,mayHelp}=judge$1(error,what,isRead);
if(!mayHelp||tried>=TRIES)throw trouble;
await pause(limitMs??pauseMs(tried),deadline,trouble,()=>{
if(limitMs!==void 0)say(`waiting ${Math.ceil(limitMs/1e3)} s: GitHub rate limit reached (${trouble.status}: ${trouble.said})`)})}};
const judge$1=(error,what,isRead)=>{
const thrown=at(error,`request`)?at(error,`cause`):error;
if(thrown instanceof Trouble)throw thrown;
const status=at(error,`response.status`);
if(typeof status!==`number`){
const{reason}=describeNetworkError(thrown,`GitHub`);
return{trouble:new Trouble(`GitHub could not be reached (${what}): ${reason.slice(0,200)}.`),mayHelp:isRead}}
const header=name=>textAt(error,`response.headers.${name}`)??null;
const said=(textAt(error,`response.data.message`)??``).replace(/\s+/g,` `).slice(0,200);
const limitMs=limitOf(status,header,said);
return{trouble:new Trouble(describe(what,status,said,limitMs),status,{said,isLimit:limitMs!==void 0}),limitMs,mayHelp:limitMs!==void 0||status>=500&&isRead}};
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
const UUID=/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SLUG=/^[a-z0-9][a-z0-9._-]{0,99}$/i;
const MOST_NUMBER=1e6;
const readInputs=env=>{
const problems=[];
const given=name=>getInput(name);
const wrong=(name,takes)=>problems.push(`The input ${name} is ${shown(given(name))}. It must be ${takes}.`);
const oneOf=(name,words,fallback)=>{
const word=given(name).toLowerCase();
const choice=words.find(each=>each===word);
if(!choice&&word!==``)wrong(name,`${words.slice(0,-1).join(`, `)} or ${words.at(-1)}`);
return choice??fallback};
const flag=(name,fallback)=>oneOf(name,[`true`,`false`],fallback)===`true`;
const number=(name,most,least=0)=>{
if(given(name)===``)return void 0;
const value=/^\d{1,9}$/.test(given(name))?Number(given(name)):-1;
if(value>=least&&value<=most)return value;
wrong(name,`a whole number from ${least} to ${most}`)};
const matching=(name,pattern,takes)=>{
if(given(name)===``||pattern.test(given(name)))return given(name);
wrong(name,takes);
return``};
const failOn=oneOf(`fail-on`,FAIL_ON,`regressions`);
const base=matching(`base`,/^auto$|^[0-9a-f-]{36}$/i,`auto, or the id of an execution`);
if(base!==``&&base!==`auto`&&!UUID.test(base))wrong(`base`,`auto, or the id of an execution`);
const thresholds=known({maxFailures:number(`max-failures`,MOST_NUMBER),maxNewFlaky:number(`max-new-flaky`,MOST_NUMBER),maxSlower:number(`max-slower`,MOST_NUMBER),minTests:number(`min-tests`,MOST_NUMBER)});
if(failOn===`never`&&Object.keys(thresholds).length>0)problems.push(`The input fail-on is never, but a threshold is also set. Remove one of them: with never, no count fails the step.`);
const oidc=flag(`oidc`,`false`);
const organization=matching(`organization`,SLUG,`the slug of an organization, such as acme: letters, digits, dots and dashes`).toLowerCase();
if(oidc&&given(`organization`)===``)problems.push(`The input organization is missing. "oidc: true" requires the organization of the server to which the workflow reports. Add the line "organization: <slug>" below "oidc: true". The first organization of a server has the slug default: "organization: default".`);
return{problems,settings:{apiKey:oidc?``:given(`api-key`)||(env.SVC_API_KEY?.trim()??``),url:(given(`url`)||(env.SVC_URL?.trim()??``)).replace(/\/+$/,``),githubToken:given(`github-token`),jobId:/^\d{1,19}$/.test(given(`job-id`))?given(`job-id`):``,project:matching(`project`,SLUG,`the slug of a project, such as shop: letters, digits, dots and dashes`),suite:matching(`suite`,/^[^\p{Cc}]{1,100}$/u,`a name of at most 100 characters, such as e2e`),journals:listOf(given(`journals`),/[\n,]/),reportFiles:listOf(given(`report-files`),/\n/),reportFormat:given(`report-format`).toLowerCase(),reportMaps:listOf(given(`report-map`),/\n/),reportReruns:flag(`report-reruns`,`false`),reportAttempt:number(`report-attempt`,LIMITS.attempt,1)??1,docs:matching(`docs`,/^[^\p{Cc}]{1,500}$/u,`a folder of Markdown files, such as docs`),base:base.toLowerCase()===`auto`?``:base.toLowerCase(),comment:oneOf(`comment`,[`true`,`changes`,`failures`,`false`],`true`),check:flag(`check`,`false`),summary:flag(`summary`,`true`),annotations:flag(`annotations`,`true`),failOn,thresholds,failOnError:flag(`fail-on-error`,`false`),waitMs:(number(`wait-minutes`,360)??0)*6e4,proveMs:(number(`prove`,60)??0)*6e4,burnInMs:(number(`burn-in`,60)??0)*6e4,proveFolder:matching(`prove-folder`,/^[^\p{Cc}]{1,500}$/u,`a folder of the workspace, such as packages/web`),rerunCommand:given(`rerun-command`),proveSetup:given(`prove-setup`),waitForSilence:flag(`wait-for-silence`,`true`),oidc,organization,timeoutMs:Math.max(5,number(`timeout-seconds`,3600)??120)*1e3}}};
const listOf=(text,between)=>text.split(between).map(each=>each.trim()).filter(each=>each!==``);
const known=values=>Object.fromEntries(Object.entries(values).filter(([,value])=>value!==void 0));
const shown=value=>JSON.stringify(value.length>60?`${value.slice(0,60)}…`:value);
const logLine=text=>`svc: ${inert(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu,` `)).trim()}`;
const inert=text=>text.replace(/[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu,``).replace(/##(?=\[)/g,`## `);
const MOST={error:10,warning:10,notice:10};
const WRITE={error,warning,notice};
const makeLog=()=>{
const shown={error:0,warning:0,notice:0};
const notes=[];
const annotate=({level,message,title,file,line})=>{
if(shown[level]>=MOST[level])return false;
shown[level]+=1;
WRITE[level](inert(message),{...title&&{title:inert(title)},...file&&{file:inert(file)},...line!==void 0&&{startLine:line}});
return true};
const say=text=>info(logLine(text));
return{say,annotate,notes,note(level,text){
if(notes.some(each=>each.text===text))return;
notes.push({level,text});
if(level===`notice`||!annotate({level,title:`svc`,message:text}))say(text)},mask(secret){
for(const line of secret.split(/[\r\n]+/))if(line!==``)setSecret(line)}}};
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
const pullOfBranch=async(github,{full},{sha,branch})=>{
const answer=await github.call(`GET`,`/repos/${full}/commits/${sha}/pulls?per_page=100`);
const pulls=(Array.isArray(answer)?answer:[]).filter(pull=>textAt(pull,`state`)===`open`&&shaAt(pull,`head.sha`)===sha&&textAt(pull,`head.ref`)===branch&&textAt(pull,`head.repo.full_name`)?.toLowerCase()===full.toLowerCase()&&textAt(pull,`base.repo.full_name`)?.toLowerCase()===full.toLowerCase());
const[pull]=pulls;
const number=countAt(pull,`number`);
if(pulls.length!==1||!isPlace(number))return void 0;
const baseBranch=textAt(pull,`base.ref`);
const baseTip=shaAt(pull,`base.sha`);
return{number,...baseBranch&&{baseBranch},...baseTip&&{baseTip}}};
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
const MOST_ROUNDS=20;
const MOST_TRIES=3;
const SIZES=[6e4,3e4,2e4,1e4,4e3];
const keepComment=async({host,read,mayCreate})=>{
let text=await read(SIZES[0]);
const thread={me:await host.whoAmI(),marker:firstLine(host.toOwnMarkdown(marked(text.markdown))),others:new Set,doubted:new Set,gone:new Set,written:void 0,foreign:0};
let url=``;
let kind=`unchanged`;
for(let round=0;round<MOST_ROUNDS;round+=1){
const written=await write(host,thread,{read,text,mayCreate});
if(written===void 0)return{kind:`none`};
url=written.comment.url;
if(kind===`unchanged`||written.kind===`created`)kind=written.kind;
const now=await read(SIZES[0]);
if(now.revision<=text.revision)break;
text=now;
await sleep(100+Math.random()*400)}
return{kind,url,revision:text.revision,foreign:thread.foreign}};
const fitComment=async(host,read,text,from=0)=>{
let body=from===0?host.toOwnMarkdown(marked(text.markdown)):``;
for(let size=from;from>0||body.length>host.mostCharacters;size+=1){
const bytes=SIZES[size];
if(bytes===void 0)break;
body=host.toOwnMarkdown(marked((await read(bytes)).markdown));
if(body.length<=host.mostCharacters)break}
return body};
const MARKER=/^<!-- svc:pull-request(?: [\w.-]+)? -->$/;
const marked=markdown=>MARKER.test(firstLine(markdown))?markdown:`<!-- svc:pull-request -->\n\n${markdown}`;
const firstLine=text=>text.split(`
`,1)[0]?.trim()??``;
const write=async(host,thread,writing)=>{
const body=await fitComment(host,writing.read,writing.text);
for(let tried=1;;tried+=1){
const[oldest,...later]=await ownComments(host,thread);
if(!oldest){
if(!writing.mayCreate)return void 0;
const created=await create(host,thread,writing,body,tried);
if(created)return{comment:created,kind:`created`};
continue}
if(oldest.body.trim()===body.trim()){
await removeAll(host,thread,later);
return{comment:oldest,kind:`unchanged`}}
const put=await shrinking(host,writing,fitting=>host.update(oldest.id,fitting),body);
if(`comment`in put){
thread.me??=put.comment.author||void 0;
const comment={...put.comment,url:put.comment.url||oldest.url};
thread.written=comment;
await removeAll(host,thread,later);
return{comment,kind:`updated`}}
const{error}=put;
if(tried>=MOST_TRIES+thread.others.size)throw error;
if(error.status===404)(thread.doubted.has(oldest.id)?thread.gone:thread.doubted).add(oldest.id);else if(error.status===403&&!error.isLimit&&thread.me===void 0)thread.others.add(oldest.author);else throw error}};
const create=async(host,thread,writing,body,tried)=>{
const put=await shrinking(host,writing,fitting=>host.create(fitting),body);
if(`error`in put){
if(tried>=MOST_TRIES||!mayHaveWritten(put.error))throw put.error;
await sleep(pauseMs(tried));
return}
const made=put.comment;
thread.me??=made.author||void 0;
thread.written=made;
const[oldest,...later]=await ownComments(host,thread);
await removeAll(host,thread,later);
return oldest?.id===made.id?made:void 0};
const mayHaveWritten=({status=0})=>status===0||status>=500;
const ownComments=async(host,thread)=>{
const{me,marker,others,gone,written}=thread;
const isOwn=({author})=>me===void 0?host.protectsNotes&&!others.has(author):author===me;
const marks=(await host.list()).filter(({body})=>firstLine(body)===marker);
const own=marks.filter(isOwn);
thread.foreign=marks.length-own.length;
if(written&&!own.some(({id})=>id===written.id))own.push(written);
return own.filter(({id})=>!gone.has(id)).sort((a,b)=>Number(a.id)-Number(b.id))};
const removeAll=async(host,thread,comments)=>{
for(const{id,author}of comments){
if(thread.me===void 0||author!==thread.me)continue;
thread.gone.add(id);
await host.remove(id).catch(error=>{
if(!isHostError(error)||error.status!==404)throw error})}};
const isHostError=error=>error instanceof Error&&`isLimit`in error;
const isTooLong=({status,message})=>status===413||status===422||status===400&&/too (?:long|large|big)|maximum|at most|less than|exceed/i.test(message);
const shrinking=async(host,{read,text},act,given)=>{
let body=given;
for(let size=1;;size+=1){
try{
return{comment:await act(body)}}catch(error){
if(!isHostError(error))throw error;
if(!isTooLong(error)||size>=SIZES.length)return{error}}
body=await fitComment(host,read,text,size)}};
const ME=`viewer`;
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
const commentsOf=(github,{owner,name,full},number)=>{
const path=`/repos/${full}/issues`;
const own=(written,body,known)=>{
const url=textAt(written,`html_url`)??``;
const id=known??idIn(url);
if(!id)throw new Trouble(`GitHub created a comment but does not say where. Re-run the job.`);
return{id,body,url,author:ME}};
return{isLocked:false,mostCharacters:65e3,toOwnMarkdown:markdown=>markdown,protectsNotes:false,whoAmI:async()=>ME,async list(){
const comments=[];
let after=null;
for(let page=0;page<MOST_PAGES;page+=1){
const answer=await github.graphql(QUERY,{owner,name,number,after});
const pull=at(answer,`data.repository.pullRequest`);
if(typeof pull!==`object`||pull===null)throw new Trouble(`GitHub found no pull request ${number} of ${owner}/${name} with this token: ${textAt(listAt(answer,`errors`)[0],`message`)?.slice(0,200)??`it may be deleted`}. The token needs pull-requests: write.`,404);
this.isLocked=at(pull,`locked`)===true;
comments.push(...listAt(pull,`comments.nodes`).flatMap(each=>toComment(each)??[]));
const next=textAt(pull,`comments.pageInfo.endCursor`);
if(at(pull,`comments.pageInfo.hasNextPage`)!==true||!next)break;
after=next}
return comments},create:async body=>own(await github.call(`POST`,`${path}/${number}/comments`,{body}),body),update:async(id,body)=>own(await github.call(`PATCH`,`${path}/comments/${id}`,{body}),body,id),remove:async id=>void await github.call(`DELETE`,`${path}/comments/${id}`)}};
const idIn=url=>/#issuecomment-(\d{1,20})$/.exec(url)?.[1];
const toComment=node=>{
const url=textAt(node,`url`)??``;
const id=textAt(node,`fullDatabaseId`)??idIn(url);
if(!id||!/^\d{1,20}$/.test(id))return void 0;
return{id,body:textAt(node,`body`)??``,url,author:at(node,`viewerDidAuthor`)===true?ME:``}};
const postComment=async({settings,event,github,log},svc,pullRequest,reports,expected)=>{
const{repository}=event;
if(settings.comment===`false`||!repository||pullRequest===void 0)return{hasTrouble:false};
if(!github.hasToken){
log.note(`warning`,`The input github-token is empty, so the action cannot comment. Remove the input; its default is the token of the job.`);
return{hasTrouble:true}}
try{
const isNeeded=reports.length<expected||reports.some(NEEDS[settings.comment]);
const kept=await writeComment({github,svc,repository,pullRequest,mayCreate:isNeeded});
if(kept.kind===`none`)log.say(`no comment on #${pullRequest}: with comment: ${settings.comment}, none is needed`);else if(kept.kind===`locked`)log.note(`warning`,`Pull request ${pullRequest} is locked, so no comment was written. Unlock it, or set the input comment to false. The summary has all results.`);else{
log.say(kept.kind===`unchanged`?`the comment on #${pullRequest} is up to date: ${kept.url}`:`commented on #${pullRequest}: ${kept.url}`);
return{url:kept.url,hasTrouble:false}}
return{hasTrouble:false}}catch(error){
const status=error instanceof Trouble&&!error.isLimit?error.status:void 0;
if(status===403&&(event.isFork||event.isDependabot)){
log.note(`notice`,`The token of this run is read-only, as in all runs of forks and of Dependabot. The companion workflow in docs/reference/github-action.md comments instead.`);
return{hasTrouble:false}}
log.note(`warning`,`No comment on pull request ${pullRequest}: ${wordsOf(error)}${adviceOf$1(status)}`);
return{hasTrouble:true}}};
const NEEDS={true:()=>true,false:()=>false,failures:({verdict})=>verdict!==`passed`,changes:({verdict,totals})=>verdict===`mine`||verdict===`unknown`||verdict===`no-base-failed`||totals.newlyFlaky+totals.slower+totals.improvements>0};
const adviceOf$1=status=>status===403?" The job needs `permissions: pull-requests: write`. The summary has all results.":``;
const writeComment=async({github,svc,repository,pullRequest:number,mayCreate})=>{
const comments=commentsOf(github,repository,number);
const read=async maxBytes=>readPullRequest(svc,{number,repo:repository.full,maxBytes});
try{
return await keepComment({host:comments,read,mayCreate})}catch(error){
if(comments.isLocked&&error instanceof Trouble&&error.status===403&&!error.isLimit)return{kind:`locked`};
throw error}};
const isReportAwaited=async(github,{repository,runId,runAttempt,runnerName})=>{
if(!repository||!runId)return false;
const open=(await jobsOf(github,repository.full,{runId,runAttempt})).filter(job=>textAt(job,`status`)!==`completed`);
const own=open.find(job=>textAt(job,`runner_name`)===runnerName);
const step=listAt(own,`steps`).find(each=>textAt(each,`status`)===`in_progress`);
const name=textAt(step,`name`);
if(own===void 0||name===void 0)return false;
return open.some(job=>{
if(job===own)return false;
const steps=listAt(job,`steps`);
if(steps.length===0)return baseOf$1(job)===baseOf$1(own);
return steps.some(each=>textAt(each,`name`)===name&&WAITING.has(textAt(each,`status`)??``))})};
const WAITING=new Set([`queued`,`pending`]);
const baseOf$1=job=>(textAt(job,`name`)??``).split(` (`,1)[0];
const isLastJob=async(github,{full},{runId,runAttempt,runnerName})=>{
const open=(await jobsOf(github,full,{runId,runAttempt})).filter(job=>textAt(job,`status`)!==`completed`);
if(open.length>1)return false;
const[last]=open;
const runner=textAt(last,`runner_name`);
return last===void 0||at(last,`status`)===`in_progress`&&(!runner||!runnerName||runner===runnerName)};
const jobsOf=(github,repository,{runId,runAttempt})=>github.list(`/repos/${repository}/actions/runs/${runId}/attempts/${runAttempt}/jobs`,10);
const FIRST_PAUSE_MS=2e3;
const LONGEST_PAUSE_MS=1e4;
const LOOK_MS=6e4;
const LOOK_IN_SILENCE_MS=2e4;
const SWEEP_MS=1e4;
const RESERVE_MS=3e4;
const settle=async(context,svc,id,first)=>{
const{settings,isPost,deadline,log}=context;
const repeatsMs=settings.proveMs+settings.burnInMs;
const whole=isPost?0:deadline-settings.timeoutMs-repeatsMs;
const quiet=settings.waitForSilence?deadline-repeatsMs-RESERVE_MS:0;
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
const TOTALS=[`regressions`,`mine`,`unknown`,`newFailures`,`stillFailing`,`failuresNotCompared`,`failingDifferently`,`newlyFlaky`,`flakyInBurnIn`,`improvements`,`slower`,`errors`];
const readReport=async(svc,{id,base,maxBytes})=>{
const answer=await svc.get(`/api/executions/${id}/report`,{base,maxBytes});
const data=at(answer,`data`);
const execution=toExecution(at(data,`execution`));
const markdown=textAt(data,`markdown`);
if(!execution||markdown===void 0)throw new Trouble(`The action does not understand the report of ${svc.url}. Use the same version of action and server.`);
return{execution,markdown,waitingFor:texts(data,`waitingFor`),missing:texts(data,`missing`),cutOff:texts(data,`cutOff`),hasBase:at(data,`base`)!==null&&at(data,`base`)!==void 0,base:baseOf(data),verdict:textAt(data,`verdict`)??`unknown`,headline:textAt(data,`headline`)??``,totals:Object.fromEntries(TOTALS.map(name=>[name,countAt(data,`totals.${name}`)??0])),failures:listAt(data,`failures`).map(toFailure)}};
const baseOf=data=>{
const sha=textAt(data,`base.sha`);
return sha===void 0?null:{sha,branch:textAt(data,`base.branch`)??null}};
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
const NOTHING={parts:[],hasSent:false,flaky:0};
const tryAgain=async(context,svc,reports,tally)=>{
const{settings,isPost}=context;
const proved=settings.proveMs>0&&!isPost?await orNothing(context,()=>prove(context,reports,tally)):NOTHING;
const burned=settings.burnInMs>0&&!isPost?await orNothing(context,()=>burnIn(context,svc,reports,tally)):NOTHING;
return{parts:[...proved.parts,...burned.parts],hasSent:proved.hasSent||burned.hasSent,flaky:burned.flaky}};
const prove=async(context,reports,tally)=>{
const{proveHere}=await import(`./prove-here.js`);
return{...await proveHere(context,reports,tally),flaky:0}};
const burnIn=async(context,svc,reports,tally)=>{
const{burnInHere}=await import(`./burn-in-here.js`);
return await ask$1(context,()=>burnInHere(context,svc,reports,tally))??NOTHING};
const orNothing=async({log},work)=>{
try{
return await work()}catch(error){
log.note(`warning`,`Nothing was repeated: ${wordsOf(error)}`);
return NOTHING}};
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
const tried=isCompanion?NOTHING:await tryAgain(context,svc,reports,given.tally);
const asked=tried.hasSent?await readAgain(context,svc,reports,ids.length):reports;
const pullRequest=given.pullRequest??(isOwn?context.event.pullRequest??gathered.get(true)?.pullRequest??onlyOne(executions.map(each=>each.pullRequest)):void 0);
const isKnown=ids.length>0&&executions.length===ids.length&&!given.isPartial;
const local=isKnown&&reports.length===ids.length?void 0:given.tally;
const commented=executions.length>0?await postComment(context,svc,pullRequest,asked,ids.length):{hasTrouble:false};
if(settings.check){
const{postChecks}=await import(`./post-checks.js`);
await postChecks(context,svc,checked)}
const why=context.isPost||isCompanion?[]:judgeAll(context,asked,given,tried);
for(const reason of why)log.note(`error`,`Gate failed (${settings.failOn}): ${reason}.`);
const isRedHere=why.length===0&&local!==void 0&&judgeHere(context,local);
if(settings.annotations&&!context.isPost&&!isCompanion)await annotateAll(context,failuresOf(asked,given.tally,local),pullRequest,{total:given.tally?given.tally.failed+given.tally.errors:sum(asked.map(failuresIn)),pages:executions.map(({url})=>url)});
const parts=local?[{full:localSummary(local,NOT_COMPARED),short:``}]:[];
if(settings.summary)await writeSummary(env.GITHUB_STEP_SUMMARY,[...asked.map(toPart),...parts,...tried.parts],log.notes);
if(!context.isPost)setOutputs(outputsOf(executions,asked,{expected:ids.length,...!isKnown&&given.tally&&{tally:given.tally},...commented.url&&{commentUrl:commented.url}}));
return{hasTrouble:hasTrouble||commented.hasTrouble,isRed:why.length>0||isRedHere||wrong.length>0&&!context.isPost}};
const readAgain=(context,svc,reports,count)=>Promise.all(reports.map(async before=>{
const{id}=before.execution;
const{base}=context.settings;
const report=await ask$1(context,()=>readReport(svc,{id,base,maxBytes:sizeFor(count)}));
if(report)context.log.say(`after the trials: ${report.headline} → ${report.execution.url}`);
return report??before}));
const judgeAll=(context,reports,given,tried)=>{
const{failOn,thresholds}=context.settings;
const why=gate(context,reports,given);
const most=thresholds.maxNewFlaky;
const burned=Math.max(tried.flaky,sum(reports.map(({totals})=>totals.flakyInBurnIn)));
return failOn!==`never`&&most!==void 0&&burned>most?[...why,`${burned} new or changed tests are flaky in the burn-in, and max-new-flaky is ${most}`]:why};
const gate=({settings,log},reports,given)=>{
const{failOn,thresholds,waitMs}=settings;
const why=judge(waitMs>0?reports:ownResults(reports,given.tally),failOn,thresholds);
const others=why.length===0?judge(reports,failOn,thresholds):[];
for(const reason of others)log.say(`the gate judges the results of this job; of the whole run: ${reason}. To judge the whole run, set wait-minutes`);
return given.isNothing&&failOn!==`never`&&(thresholds.minTests??0)>0?[...why,`no tests were reported, and min-tests is ${thresholds.minTests}`]:why};
const sum=numbers=>numbers.reduce((all,number)=>all+number,0);
const failuresIn=({totals})=>totals.regressions+totals.newFailures+totals.failuresNotCompared+totals.errors+totals.stillFailing;
const failuresOf=(reports,tally,local)=>{
const failed=tally&&new Set(tally.failures.map(tallyNameOf));
const reported=reports.flatMap(each=>each.failures).filter(failure=>failed?.has(nameOfReported(failure))??true);
const known=new Set(reported.map(nameOfReported));
const others=(local?.failures??[]).filter(failure=>!known.has(tallyNameOf(failure)));
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
for(const journal of flushed){
const{state,url,hasResults}=journal;
const id=idInUrl(url);
if(id&&!collected.executionIds.includes(id))collected.executionIds.push(id);
const told=toldOf(journal,{isPost:context.isPost,isForeign,isOidc:context.settings.oidc});
if(told?.level===`log`)log.say(told.text);else if(told)log.note(told.level,told.text);
if(state===`empty`)continue;
if(state===`sent`||hasResults)collected.sent+=1;else collected.left+=1;
if(state!==`sent`&&state!==`running`)collected.hasTrouble=true}};
const withInputs=(open,{settings,event,config})=>{
const code=isOfPull(event,open.code)?open.code:asBranchRun(open,event);
const jobUrl=config.ci?.run.jobUrl;
return{...open,code,...jobUrl&&open.ci&&!open.ci.jobUrl&&isOfJob(open,config,event)&&{ci:{...open.ci,jobUrl}},...settings.project&&{project:settings.project},...settings.suite&&open.suite==="default"&&{suite:settings.suite},...event.isFork&&{trust:`fork`,code:{...code,fork:true}}}};
const isOfJob=({build,runAttempt,part},config,event)=>build===config.build&&runAttempt===event.runAttempt&&part.job===event.job;
const toldOf=(journal,step)=>{
const{path,state,reason=``,note,hasLoss,hasResults}=journal;
if(state===`empty`)return void 0;
if(state===`running`)return step.isPost||step.isForeign?{level:`warning`,text:`A test run was still writing ${path} at the end of the job, so its results are missing. Let the job wait until the tests have ended.`}:{level:`notice`,text:`A test run is still writing ${path}. The post step of this action sends it.`};
if(state===`sent`){
const less=[...reason?[inInputs(reason)]:[],...hasLoss?[`not all attachments: ${note}`]:[]];
if(less.length>0)return{level:`warning`,text:`Results were sent, but ${less.join(`; `)}.`};
return note?{level:`log`,text:`Results were sent: ${note}.`}:void 0}
const advice=adviceOf(state,reason,step);
if(hasResults)return{level:`warning`,text:`${capital(inInputs(reason))}.${advice}`};
return{level:`error`,text:`${state===`rejected`?`The server rejected a journal, which was moved aside`:`Results could not be sent`}: ${inInputs(reason)}.${advice}`}};
const adviceOf=(state,reason,{isPost,isForeign,isOidc})=>{
if(isOidc&&reason.includes(`(401`))return` The key for the token of this job expires after one hour and ends with its trust: re-run the job.`;
if(isOidc&&reason.includes(`(403`))return` The trust may be for another project: set the input project to that project, or ask an admin to change the trust.`;
if(reason.includes(`(401`))return` If the key was revoked, create a new one and store it in the secret that the input api-key reads.`;
if(reason.includes(`(403`))return` The key needs the role editor and the scopes ingest and read.`;
if(isForeign)return state===`postponed`?` Re-run this workflow to send it.`:``;
return state===`postponed`&&!isPost?` The post step of this action retries once.`:``};
const capital=text=>text.charAt(0).toUpperCase()+text.slice(1);
const SOURCES=[journals];
const GITHUB={isCI:true,id:`GITHUB_ACTIONS`,name:`GitHub Actions`};
const start=async({env,isPost})=>{
const log=makeLog();
const{settings,problems}=readInputs(env);
if(settings.apiKey!==``)log.mask(settings.apiKey);
if(problems.length>0){
for(const problem of isPost?[]:problems)log.note(`error`,problem);
if(!isPost)await writeSummary(env.GITHUB_STEP_SUMMARY,[],log.notes);
return isPost?0:1}
const fails=hasTrouble=>hasTrouble&&settings.failOnError&&!isPost;
try{
const{apiKey,url,timeoutMs,waitMs,proveMs,burnInMs}=settings;
const{SVC_API_KEY:_,...keyless}=env;
const resolved=resolveConfig({apiKey,url,timeoutMs},settings.oidc?keyless:env,GITHUB);
const config=withJob(resolved,settings.jobId);
const event=readEvent(env,config);
const deadline=performance.now()+timeoutMs+waitMs+proveMs+burnInMs;
const post=makePost(config.proxy);
const context={env,settings,config,event,log,github:makeGitHub({apiUrl:event.apiUrl,graphqlUrl:event.graphqlUrl,token:settings.githubToken,post:makePost(config.proxy),deadline,say:log.say}),post,deadline,isPost};
if(!isPost)saveState(`begun`,true);
const ended=event.name===`workflow_run`?await follow(context):await runStep(context);
if(!isPost)saveState(`told`,true);
return ended.isRed||fails(ended.hasTrouble)?1:0}catch(error){
log.note(`error`,`Unexpected error: ${wordsOf(error)}. No results are lost: the journals stay on disk, and another run of the step sends them.`);
if(settings.summary&&!isPost)await writeSummary(env.GITHUB_STEP_SUMMARY,[],log.notes);
return fails(true)?1:0}};
const withJob=(config,jobId)=>{
const{ci}=config;
if(!ci?.run.url||ci.run.jobUrl||jobId===``)return config;
return{...config,ci:{...ci,run:{...ci.run,jobUrl:`${ci.run.url}/job/${jobId}`}}}};
const follow=async context=>{
const{reportFork}=await import(`./companion.js`);
return reportFork(context)};
const runStep=async given=>{
const isCutOff=given.isPost&&getState(`begun`)===`true`&&getState(`told`)!==`true`;
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
export{at as $,isOurs as A,ARTIFACT_LEFT_OUT as At,firstOpen as B,within$1 as C,errorLine as Ct,sendJournal as D,readCtrfStatus as Dt,tallyNameOf as E,readCtrfEnvironment as Et,NetworkError as F,import_proxy_agent as Ft,readGitHead as G,removeLock as H,describeNetworkError as I,init_small_undici as It,artifactFolder as J,readOriginHead as K,setAside as L,small_undici_exports as Lt,retryAfterMs as M,import_connect as Mt,sleep as N,import_env_http_proxy_agent as Nt,describeAnswer as O,readCtrfTool as Ot,makePost as P,import_pool as Pt,uuidv7 as Q,summarize as R,require_tunnel as Rt,wordsOf as S,WHOLE_SHA as St,outcomesOf as T,orderCtrfAttempts as Tt,writeLock as U,isInUse as V,KEPT_EXPERIMENTS as W,makeJournalFolder as X,journalFolder as Y,withoutGitHook as Z,isPlace as _,withoutRoot as _t,isReportAwaited as a,cleanOpen as at,shaAt as b,percentDecoded as bt,FOLDER as c,makeCleaner as ct,isWithin as d,cutTitle as dt,countAt as et,outputsOf as f,hasCut as ft,hasTrustedRun as g,isAbsolutePath as gt,executionsOf as h,resultOf$1 as ht,readReport as i,valueBelow as it,pauseAfter as j,fetch as jt,describeWait as k,ARTIFACT_HEADERS as kt,RUN_FILE as l,MASK as lt,asCode as m,withoutCiCommands as mt,sendFrom as n,parseJson as nt,commitsBefore as o,repositoryOf as ot,setOutputs as p,withoutControls as pt,readOriginUrl as q,reportExecutions as r,textAt as rt,compareCommits as s,toSlug as st,start as t,listAt as tt,writeSummary as u,makeRedactor as ut,toRepository as v,PACKAGE_SCOPE as vt,nameOfReported as w,toDocumentText as wt,Trouble as x,LIMITS as xt,connect as y,packageName$1 as yt,completeOpen as z};