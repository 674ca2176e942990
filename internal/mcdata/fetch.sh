#!/bin/sh
# fetch.sh DIR: brings the npm package minecraft-data into DIR and unpacks the files that Kestrel's generators read.
#
# The version and the checksum are pinned. The archive stays in DIR, so that a second run needs no network; a run that
# finds everything in place does nothing. Only generators need this: the tables that they make are committed.
set -eu

version=3.119.0
sha256=5cc07ec6ec5e386e48c38c73055e785ab0a1b38694a7e5d9724fa631b2de2c71

if [ $# -ne 1 ]; then
	echo "usage: fetch.sh DIR" >&2
	exit 2
fi
mkdir -p "$1"
dir=$(cd "$1" && pwd)
archive="$dir/minecraft-data-$version.tgz"
marker="$dir/unpacked-$version-2" # the last number is raised when more is unpacked, here and in mcdata.go

check() {
	echo "$sha256  $1" | sha256sum -c - >/dev/null 2>&1
}

if ! { [ -f "$archive" ] && check "$archive"; }; then
	rm -f "$marker"
	tmp=$(mktemp -d "$dir/fetch.XXXXXX")
	trap 'rm -rf "$tmp"' EXIT
	(cd "$tmp" && npm pack --silent "minecraft-data@$version" >/dev/null)
	if ! check "$tmp/minecraft-data-$version.tgz"; then
		echo "fetch.sh: minecraft-data-$version.tgz does not have the pinned checksum $sha256" >&2
		exit 1
	fi
	mv "$tmp/minecraft-data-$version.tgz" "$archive"
fi

if [ ! -f "$marker" ]; then
	rm -rf "$dir/package"
	root=package/minecraft-data/data
	tar -xzf "$archive" -C "$dir" package/package.json \
		"$root/dataPaths.json" \
		"$root/bedrock/1.26.30" "$root/bedrock/1.26.51" "$root/bedrock/common" \
		"$root/pc/1.17" "$root/pc/26.1" "$root/pc/common"
	tar -xzf "$archive" -C "$dir" --wildcards "$root/pc/*/blocks.json"
	: >"$marker"
fi
