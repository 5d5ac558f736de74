#!/bin/sh
# Builds src/media/clip/decode/openh264/openh264-decoder.wasm. Needs Zig 0.17 (`pip install ziglang`).
# usage: build.sh FOLDER, a checkout of https://github.com/cisco/openh264 at the commit that README.md names.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
zig="${ZIG:-python3 -m ziglang}"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
source=$(cd "$1" && pwd)
cd "$source/codec"
flags="-target wasm32-wasi -O2 -msimd128 -fno-exceptions -fno-rtti -fno-sanitize=all -D_WASI_EMULATED_SIGNAL"
includes="-Iapi/wels -Icommon/inc -Idecoder/core/inc -Idecoder/plus/inc"
for file in "$here"/*.cpp $(ls common/src/*.cpp | grep -v -e WelsThread -e WelsTask) decoder/core/src/*.cpp decoder/plus/src/*.cpp; do
  $zig c++ $flags $includes -c "$file" -o "$objects/$(basename "$file" .cpp).o"
done
$zig c++ -target wasm32-wasi -O2 -s -mexec-model=reactor -lwasi-emulated-signal -Wl,--max-memory=536870912 \
  "$objects"/*.o -o "$here/../../src/media/clip/decode/openh264/openh264-decoder.wasm"
