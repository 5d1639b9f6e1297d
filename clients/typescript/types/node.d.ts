// What this package uses of Node.js and of ws, so that it compiles without any other package.

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
interface Buffer extends Uint8Array {
  toString(encoding?: "base64url" | "hex"): string;
}
declare const Buffer: {
  from(data: Uint8Array): Buffer;
  from(text: string, encoding: "base64url" | "hex"): Buffer;
  compare(a: Uint8Array, b: Uint8Array): number;
};
declare namespace NodeJS {
  interface Timeout {
    unref(): this;
  }
}
declare function setTimeout(work: (nothing: void) => void, milliseconds: number): NodeJS.Timeout;
declare function clearTimeout(timer: NodeJS.Timeout | undefined): void;
declare function setInterval(work: () => void, milliseconds: number): NodeJS.Timeout;
declare function clearInterval(timer: NodeJS.Timeout | undefined): void;
declare const process: {
  readonly env: Record<string, string | undefined>;
  readonly pid: number;
  readonly platform: string;
  geteuid?(): number;
  kill(pid: number, signal: 0): true;
};

declare module "node:child_process" {
  interface Pipe {
    on(event: "data", listener: (chunk: Uint8Array) => void): this;
    on(event: "pong", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
  }
  interface Input extends Pipe {
    write(text: string): boolean;
    end(): void;
  }
  interface ChildProcess {
    readonly stdin: Input;
    readonly stdout: Pipe;
    readonly stderr: Pipe;
    readonly pid: number | undefined;
    kill(signal: "SIGKILL" | "SIGTERM"): boolean;
    on(event: "pong", listener: () => void): this;
    on(event: "error", listener: (error: Error & { code?: string }) => void): this;
    on(event: "close", listener: (code: number | null, signal: string | null) => void): this;
  }
  function spawn(program: string, args: string[],
    options: { env: Record<string, string | undefined>; stdio: ["pipe", "pipe", "pipe"] }): ChildProcess;
}

declare module "node:crypto" {
  class KeyObject {
    export(options: { format: "der"; type: "spki" }): Uint8Array;
  }
  interface Cipher {
    setAAD(data: Uint8Array, options: { plaintextLength: number }): this;
    update(data: Uint8Array): Uint8Array;
    final(): Uint8Array;
    getAuthTag(): Uint8Array;
    setAuthTag(tag: Uint8Array): this;
  }
  interface Hash {
    update(data: Uint8Array): this;
    update(data: string, encoding: "utf8"): this;
    digest(): Uint8Array;
    digest(encoding: "hex"): string;
  }
  function createCipheriv(name: string, key: Uint8Array, nonce: Uint8Array, options: { authTagLength: number }): Cipher;
  function createDecipheriv(name: string, key: Uint8Array, nonce: Uint8Array, options: { authTagLength: number }): Cipher;
  function createHash(name: "sha256"): Hash;
  function createHmac(name: "sha256", key: Uint8Array): Hash;
  function createPrivateKey(key: { key: Uint8Array; format: "der"; type: "pkcs8" }): KeyObject;
  function createPublicKey(key: KeyObject | { key: Uint8Array; format: "der"; type: "spki" }): KeyObject;
  function diffieHellman(keys: { privateKey: KeyObject; publicKey: KeyObject }): Uint8Array;
  function hkdfSync(name: "sha256", secret: Uint8Array, salt: Uint8Array, info: Uint8Array, size: number): ArrayBuffer;
  function randomBytes(size: number): Buffer;
  function randomUUID(): string;
  function sign(algorithm: null, data: Uint8Array, key: KeyObject): Uint8Array;
  function verify(algorithm: null, data: Uint8Array, key: KeyObject, signature: Uint8Array): boolean;
}

declare module "node:fs" {
  namespace fs {
    interface Stats {
      dev: number;
      ino: number;
      mode: number;
      nlink: number;
      uid: number;
      isFile(): boolean;
      isDirectory(): boolean;
    }
    interface FSWatcher {
      on(event: "error", listener: (error: Error) => void): this;
      close(): void;
    }
    const constants: Record<
      "O_RDONLY" | "O_WRONLY" | "O_CREAT" | "O_EXCL" | "O_TRUNC" | "O_DIRECTORY" | "O_NOFOLLOW" | "O_NONBLOCK", number>;
    function openSync(path: string, flags: number, mode?: number): number;
    function closeSync(descriptor: number): void;
    function readSync(descriptor: number, into: Uint8Array, offset: number, length: number, position: null): number;
    function readFileSync(descriptor: number): Uint8Array;
    function readFileSync(descriptor: number, encoding: "utf8"): string;
    function writeFileSync(descriptor: number, content: string | Uint8Array): void;
    function fsyncSync(descriptor: number): void;
    function fstatSync(descriptor: number): Stats;
    function statSync(path: string): Stats;
    function lstatSync(path: string): Stats;
    function lstatSync(path: string, options: { throwIfNoEntry: false }): Stats | undefined;
    function existsSync(path: string): boolean;
    function mkdirSync(path: string, options: { mode: number }): void;
    function readdirSync(path: string): string[];
    function renameSync(from: string, to: string): void;
    function linkSync(from: string, to: string): void;
    function unlinkSync(path: string): void;
    function rmSync(path: string, options: { force: true }): void;
    function watch(path: string, listener: () => void): FSWatcher;
  }
  export default fs;
}

declare module "node:os" {
  const os: { homedir(): string };
  export default os;
}

declare module "node:path" {
  const path: { join(...parts: string[]): string; dirname(path: string): string; resolve(path: string): string; isAbsolute(path: string): boolean };
  export default path;
}

declare module "ws" {
  interface Options {
    perMessageDeflate: boolean;
    maxPayload: number;
    followRedirects: boolean;
    headers: Record<string, string>;
    lookup?: unknown;
  }
  export default class WebSocket {
    static readonly CONNECTING: 0;
    static readonly CLOSED: 3;
    constructor(url: string, protocols: string, options: Options);
    readonly readyState: number;
    readonly protocol: string;
    readonly extensions: string;
    send(data: string | Uint8Array): void;
    close(code: number): void;
    terminate(): void;
    on(event: "open", listener: () => void): this;
    on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): this;
    on(event: "pong", listener: () => void): this;
    on(event: "error", listener: (error: Error & { code?: string }) => void): this;
    on(event: "close", listener: (code: number) => void): this;
    on(event: "unexpected-response",
      listener: (request: unknown, response: { statusCode: number; destroy(): void }) => void): this;
    once(event: "close", listener: () => void): this;
  }
}
