<?php
// Loads the SDKs in the folder PHP_SDK_DIR: Composer's vendor folder, or checkouts of their repositories side by side.
// Checkouts use Debian's packages for their dependencies.
error_reporting(E_ALL & ~E_DEPRECATED);
$root = getenv('PHP_SDK_DIR');
foreach (["$root/vendor/autoload.php", "$root/autoload.php"] as $file) {
    if (is_file($file)) {
        require $file;
        return;
    }
}
$folders = [];
foreach (glob("$root/*/composer.json") as $file) {
    $autoload = json_decode(file_get_contents($file), true)['autoload'] ?? [];
    foreach ($autoload['psr-4'] ?? [] as $prefix => $folder) {
        $folders[] = [$prefix, dirname($file) . '/' . rtrim($folder, '/')];
    }
}
spl_autoload_register(function ($class) use ($folders) {
    foreach ($folders as [$prefix, $folder]) {
        $file = $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) require_once $file;
    }
});
if (is_file('/usr/share/php/GuzzleHttp/autoload.php')) require_once '/usr/share/php/GuzzleHttp/autoload.php';
