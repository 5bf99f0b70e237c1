//! Gives the program for Windows its icon, its version and its manifest.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=assets/windows");
    #[cfg(feature = "cli")]
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows") {
        let mut resource = winresource::WindowsResource::new();
        resource.set_icon("assets/windows/icon.ico").set_manifest_file("assets/windows/maskscope.manifest");
        resource.set("LegalCopyright", "MIT OR Apache-2.0").compile_for("maskscope")?;
    }
    Ok(())
}
