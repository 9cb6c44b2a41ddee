import{Readable,pipeline}from"node:stream";
import{crc32,createInflateRaw}from"node:zlib";
import{createReadStream}from"node:fs";
import{open}from"node:fs/promises";
var ReportProblem=class extends Error{place;constructor(reason,place){
super(reason);
this.name=`ReportProblem`;
this.place=place}};
const MIB=1048576;
const END=101010256;
const ENTRY=33639248;
const LOCAL=67324752;
const END_BYTES=22;
const IS_ENCRYPTED=1;
const IN_ZIP64=4294967295;
const LARGEST_DIRECTORY=32*MIB;
const MOST_RATIO=250;
const RATIO_FROM_BYTES=16*MIB;
const CHUNK_BYTES=262144;
const BROKEN=`it is not a readable zip archive: it was cut off, or is still being written`;
const listEntries=async(archive,largestDirectory=LARGEST_DIRECTORY)=>{
try{
return await within(archive,async bytes=>toEntries(await directoryOf(bytes,largestDirectory)))}catch(error){
if(error instanceof ReportProblem)throw error;
throw new ReportProblem(BROKEN)}};
const readDirectory=async archive=>{
const entries=new Map;
for(const entry of await listEntries(archive))if(!entries.has(entry.name))entries.set(entry.name,entry);
return entries};
async function*readEntry(archive,entry){
const{name,sizeBytes,packedBytes,method}=entry;
if(method!==0&&method!==8)throw new ReportProblem(`${show(name)} uses an unknown compression method`);
if(sizeBytes>RATIO_FROM_BYTES&&sizeBytes>packedBytes*MOST_RATIO)throw new ReportProblem(`${show(name)} decompresses to more than ${MOST_RATIO} times its size`);
if(packedBytes===0&&sizeBytes===0)return;
if(packedBytes===0)throw new ReportProblem(`${show(name)} is damaged`);
const start=await within(archive,bytes=>contentAt(bytes,entry));
const packed=packedBytesOf(archive,start,packedBytes);
const inflate=createInflateRaw({chunkSize:CHUNK_BYTES});
const pieces=method===0?packed:pipeline(packed,inflate,()=>void 0);
let length=0;
let sum=0;
try{
for await(const piece of pieces){
length+=piece.length;
if(length>sizeBytes)break;
sum=crc32(piece,sum);
yield piece}}catch(error){
throw new ReportProblem(`${show(name)} is damaged: ${error instanceof Error?error.message:error}`)}finally{
packed.destroy();
inflate.destroy()}
if(length!==sizeBytes||sum!==entry.crc)throw new ReportProblem(`${show(name)} is damaged`)}
const readWhole=async(archive,entry)=>{
const pieces=[];
for await(const piece of readEntry(archive,entry))pieces.push(piece);
return Buffer.concat(pieces)};
const within=async(archive,use)=>{
if(!Buffer.isBuffer(archive)&&typeof archive!==`string`)return use(archive);
if(typeof archive!==`string`)return use({size:archive.length,at:(place,length)=>archive.subarray(place,place+length)});
const file=await open(archive,`r`);
try{
const{size}=await file.stat();
return await use({size,at:(place,length)=>readAt(file,place,length)})}finally{
await file.close()}};
const packedBytesOf=(archive,start,length)=>{
if(typeof archive===`string`)return createReadStream(archive,{start,end:start+length-1,highWaterMark:CHUNK_BYTES});
return Readable.from(Buffer.isBuffer(archive)?[archive.subarray(start,start+length)]:chunksOf(archive,start,length))};
async function*chunksOf(archive,start,length){
for(let done=0;done<length;){
const chunk=await archive.at(start+done,Math.min(CHUNK_BYTES,length-done));
if(chunk.length===0)return;
done+=chunk.length;
yield chunk}}
const directoryOf=async(archive,largest)=>{
const{size}=archive;
const length=Math.min(size,65557);
const tail=await archive.at(size-length,length);
const end=findEnd(tail);
const directoryBytes=tail.readUInt32LE(end+12);
const position=tail.readUInt32LE(end+16);
const count=tail.readUInt16LE(end+10);
if(position===IN_ZIP64||count===65535)throw new ReportProblem(`it is a zip archive of more than 4 GiB or 65,534 files, which svc does not read`);
if(directoryBytes>largest)throw new ReportProblem(`its list of files is too long`);
const bytes=await archive.at(position,directoryBytes);
if(bytes.length<directoryBytes)throw new RangeError;
return{bytes,count}};
const toEntries=({bytes:directory,count})=>{
const entries=[];
for(let index=0;index<directory.length;){
if(directory.readUInt32LE(index)!==ENTRY)throw new RangeError;
const nameBytes=directory.readUInt16LE(index+28);
if(directory.readUInt16LE(index+8)&IS_ENCRYPTED)throw new ReportProblem(`it is encrypted`);
entries.push({name:directory.toString(`utf8`,index+46,index+46+nameBytes),method:directory.readUInt16LE(index+10),crc:directory.readUInt32LE(index+16),packedBytes:directory.readUInt32LE(index+20),sizeBytes:directory.readUInt32LE(index+24),at:directory.readUInt32LE(index+42)});
index+=46+nameBytes+directory.readUInt16LE(index+30)+directory.readUInt16LE(index+32)}
if(entries.length!==count)throw new RangeError;
return entries};
const contentAt=async(archive,{at,name})=>{
const header=await archive.at(at,30);
if(header.length<30||header.readUInt32LE(0)!==LOCAL)throw new ReportProblem(`${show(name)} is damaged`);
return at+30+header.readUInt16LE(26)+header.readUInt16LE(28)};
const readAt=async(file,position,length)=>{
const buffer=Buffer.alloc(length);
let read=0;
for(let more=1;more>0&&read<length;read+=more)more=(await file.read(buffer,read,length-read,position+read)).bytesRead;
return buffer.subarray(0,read)};
const findEnd=tail=>{
for(let index=tail.length-END_BYTES;index>=0;index-=1)if(tail.readUInt32LE(index)===END)return index;
throw new RangeError};
const show=name=>JSON.stringify(name.slice(0,100));
export{ReportProblem as a,readWhole as i,readDirectory as n,readEntry as r,listEntries as t};