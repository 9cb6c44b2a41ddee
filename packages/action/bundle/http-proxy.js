import{F as builtIn,I as toOptions,L as NetworkError,P as CONNECT_MS}from"./core.js";
import{BlockList,isIP}from"node:net";
import{once}from"node:events";
const routeThrough=(url,proxy,timeoutMs)=>{
const isTls=url.protocol===`https:`;
const named=isTls?proxy.https:proxy.http;
if(!named||isExcepted(url,proxy.except))return void 0;
return isTls?tunnel(url,readProxy(named),timeoutMs):Promise.resolve(forward(url,readProxy(named)))};
const readProxy=named=>{
const address=/^[a-z][a-z0-9+.-]*:\/\//i.test(named)?named:`http://${named}`;
const url=URL.canParse(address)?new URL(address):void 0;
if(!url||!/^https?:$/.test(url.protocol))throw new NetworkError(`PROXY_KIND`);
const credentials=`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
const isOpen=credentials===`:`;
const basic=Buffer.from(credentials).toString(`base64`);
return{url,host:url.host,headers:isOpen?{}:{"proxy-authorization":`Basic ${basic}`}}};
const forward=(url,{url:over,host,headers})=>({isTls:over.protocol===`https:`,options:{...toOptions(over),path:url.href,headers:{host:url.host,...headers}},proxy:host});
const tunnel=async(url,proxy,timeoutMs)=>{
const signal=AbortSignal.timeout(Math.max(1,Math.min(CONNECT_MS,timeoutMs)));
try{
const socket=await connectThrough(url,proxy,signal);
const{connect}=await import(`node:tls`);
const{host,servername,path}=toOptions(url);
const secured=connect({socket,...host&&{host},...servername&&{servername}});
await once(secured,`secureConnect`,{signal}).catch(error=>{
secured.on(`error`,()=>void 0).destroy();
throw error});
return{isTls:false,options:{...path&&{path},createConnection:()=>secured,headers:{host:url.host}},proxy:proxy.host}}catch(error){
const cause=signal.aborted?new NetworkError(`NO_CONNECTION`):error;
throw new NetworkError(`PROXY`,{cause,proxy:proxy.host})}};
const connectThrough=async(url,proxy,signal)=>{
const{request}=builtIn(proxy.url.protocol===`https:`);
const target=`${url.hostname}:${url.port||443}`;
const asking=request({...toOptions(proxy.url),method:`CONNECT`,path:target,headers:{host:target,...proxy.headers},signal});
return new Promise((resolve,reject)=>{
const refuse=({statusCode})=>reject(new NetworkError(`PROXY_${statusCode}`));
asking.on(`error`,reject);
asking.on(`response`,answer=>{
refuse(answer);
asking.destroy()});
asking.on(`connect`,(answer,socket)=>{
if(answer.statusCode===200)return resolve(socket);
socket.destroy();
refuse(answer)});
asking.end()})};
const isExcepted=(url,except=``)=>{
const host=url.hostname.toLowerCase().replace(/^\[|\]$/g,``);
const port=url.port||(url.protocol===`https:`?`443`:`80`);
return except.toLowerCase().split(/[\s,]+/).some(entry=>{
if(entry===``)return false;
if(entry===`*`||isInRange(host,entry))return true;
const[,name=``,wanted]=/^(?:\*?\.)?\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry)?`[${entry}]`:entry)??[];
return(wanted===void 0||wanted===port)&&(host===name||host.endsWith(`.${name}`))})};
const isInRange=(host,entry)=>{
const[network=``,bits=``]=entry.split(`/`);
const family=isIP(network);
if(!family||family!==isIP(host)||!/^\d{1,3}$/.test(bits)||Number(bits)>(family===4?32:128))return false;
const range=new BlockList;
const kind=family===4?`ipv4`:`ipv6`;
range.addSubnet(network,Number(bits),kind);
return range.check(host,kind)};
export{routeThrough};