#!/bin/sh
# Builds openh264-decoder.wasm and openh264-encoder.wasm in src/media/clip. Needs Zig 0.17 (`pip install ziglang`).
# usage: build.sh FOLDER [decoder|encoder], FOLDER a checkout of https://github.com/cisco/openh264 at the commit that README.md names.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clip="$here/../../src/media/clip"
zig="${ZIG:-python3 -m ziglang}"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
cd "$1/codec"
common="-target wasm32-wasi -msimd128 -fno-exceptions -fno-rtti -fno-sanitize=all -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID"

# build PROGRAM TARGET FLAGS SOURCE…
build() {
  program=$1 target=$2 flags=$3
  shift 3
  rm -f "$objects"/*
  for file in "$here/$program.cpp" "$here/single-thread.cpp" "$@"; do
    $zig c++ $common $flags -Iapi/wels -Icommon/inc -c "$file" -o "$objects/$(echo "$file" | tr / _).o"
  done
  $zig c++ -target wasm32-wasi -O2 -s -mexec-model=reactor -lwasi-emulated-signal -lwasi-emulated-getpid -Wl,--max-memory=536870912 \
    "$objects"/*.o -o "$target"
}

[ "${2:-decoder}" != decoder ] || build decoder "$clip/decode/openh264/openh264-decoder.wasm" "-O2 -Idecoder/core/inc -Idecoder/plus/inc" \
  $(ls common/src/*.cpp | grep -v -e WelsThread -e WelsTask) decoder/core/src/*.cpp decoder/plus/src/*.cpp
[ "${2:-encoder}" != encoder ] || build encoder "$clip/encode/openh264/openh264-encoder.wasm" \
  "-O3 -Iencoder/core/inc -Iencoder/plus/inc -Iprocessing/interface -Iprocessing/src/common" \
  $(ls common/src/*.cpp | grep -v WelsThreadLib) encoder/core/src/*.cpp encoder/plus/src/welsEncoderExt.cpp processing/src/*/*.cpp
